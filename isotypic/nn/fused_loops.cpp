#include "isotypic/nn/fused_loops.hpp"

#include <cmath>
#include <cstring>

#include "isotypic/nn/vector_clones.hpp"

#define ISOTYPIC_INLINE inline __attribute__((always_inline))

namespace isotypic::nn {
namespace {

/// 64 bytes of T; the compiler splits it where registers are smaller.
template <typename T>
struct VectorOf {
  typedef T Type __attribute__((vector_size(64)));  // NOLINT: `using` drops the attribute here
};
template <typename T>
using Vector = typename VectorOf<T>::Type;

template <typename T>
constexpr std::int64_t lanes = 64 / static_cast<std::int64_t>(sizeof(T));

/// Calls tile(column, count) with count = 4 vectors, then 1, as constants, then per_column(c) for
/// what remains: accumulators of a tile stay in registers.
template <typename T, typename Tile, typename PerColumn>
ISOTYPIC_INLINE void over_columns(std::int64_t width, Tile&& tile, PerColumn&& per_column) {
  std::int64_t c = 0;
  for (; c + 4 * lanes<T> <= width; c += 4 * lanes<T>) tile(c, std::integral_constant<int, 4>());
  for (; c + lanes<T> <= width; c += lanes<T>) tile(c, std::integral_constant<int, 1>());
  for (; c < width; ++c) per_column(c);
}

template <typename V, typename T>
ISOTYPIC_INLINE void load(V& v, const T* from) {
  std::memcpy(&v, from, sizeof(v));
}

template <typename V, typename T>
ISOTYPIC_INLINE void store(T* to, const V& v) {
  std::memcpy(to, &v, sizeof(v));
}

}  // namespace

template <typename T>
ISOTYPIC_VECTOR_CLONES void activate(const T* z, const Normalisation<T>& norm,
                                     const LayerDropout& dropout, std::int64_t first,
                                     std::int64_t rows, std::int64_t width, T* __restrict h) {
  const T* __restrict scale = norm.scale;
  const T* __restrict shift = norm.shift;
  for (std::int64_t v = 0; v < rows; ++v) {
    const T* __restrict from = z + v * width;
    T* __restrict to = h + v * width;
    for (std::int64_t c = 0; c < width; ++c) {
      const T y = from[c] * scale[c] + shift[c];
      to[c] = y > 0 ? y : T(0);
    }
  }
  if (!dropout.active) return;
  const DropoutMask mask = dropout.mask;
  const auto factor = static_cast<T>(dropout.factor);
  const auto start = static_cast<std::uint32_t>(first * width);
  for (std::int64_t i = 0; i < rows * width; ++i) {
    h[i] = mask.keeps(start + static_cast<std::uint32_t>(i)) ? h[i] * factor : T(0);
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void aggregate(const ChunkGraph& graph, const T* h, T own,
                                      std::int64_t width, T* out) {
  const T* origin = h - graph.first * width;
  for (std::int64_t v = 0; v < graph.rows; ++v) {
    const std::int32_t* begin = graph.neighbours + graph.row_offsets[v];
    const std::int32_t* end = graph.neighbours + graph.row_offsets[v + 1];
    over_columns<T>(
        width,
        [&](std::int64_t c, auto count) __attribute__((always_inline)) {
          Vector<T> sum[count.value];
          Vector<T> term;
          for (int i = 0; i < count.value; ++i) {
            load(sum[i], h + v * width + c + i * lanes<T>);
            sum[i] *= own;
          }
          for (const std::int32_t* u = begin; u != end; ++u) {
            for (int i = 0; i < count.value; ++i) {
              load(term, origin + *u * width + c + i * lanes<T>);
              sum[i] += term;
            }
          }
          for (int i = 0; i < count.value; ++i) store(out + v * width + c + i * lanes<T>, sum[i]);
        },
        [&](std::int64_t c) __attribute__((always_inline)) {
          T sum = own * h[v * width + c];
          for (const std::int32_t* u = begin; u != end; ++u) sum += origin[*u * width + c];
          out[v * width + c] = sum;
        });
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void aggregate_with_edges(const ChunkGraph& graph, const T* h,
                                                 const T* edges, T own, std::int64_t width,
                                                 T* out) {
  const T* origin = h - graph.first * width;
  for (std::int64_t v = 0; v < graph.rows; ++v) {
    const std::int64_t begin = graph.row_offsets[v];
    const std::int64_t end = graph.row_offsets[v + 1];
    over_columns<T>(
        width,
        [&](std::int64_t c, auto count) __attribute__((always_inline)) {
          Vector<T> sum[count.value];
          Vector<T> term;
          Vector<T> edge;
          for (int i = 0; i < count.value; ++i) {
            load(sum[i], h + v * width + c + i * lanes<T>);
            sum[i] *= own;
          }
          for (std::int64_t k = begin; k < end; ++k) {
            const T* from = origin + graph.neighbours[k] * width + c;
            const T* along = edges + graph.edge_ids[k] * width + c;
            for (int i = 0; i < count.value; ++i) {
              load(term, from + i * lanes<T>);
              load(edge, along + i * lanes<T>);
              term += edge;
              sum[i] += term > 0 ? term : Vector<T>{};
            }
          }
          for (int i = 0; i < count.value; ++i) store(out + v * width + c + i * lanes<T>, sum[i]);
        },
        [&](std::int64_t c) __attribute__((always_inline)) {
          T sum = own * h[v * width + c];
          for (std::int64_t k = begin; k < end; ++k) {
            const T term =
                origin[graph.neighbours[k] * width + c] + edges[graph.edge_ids[k] * width + c];
            sum += term > 0 ? term : T(0);
          }
          out[v * width + c] = sum;
        });
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void aggregate_with_edges_backward(const ChunkGraph& graph, const T* h,
                                                          const T* edges, const T* da, T own,
                                                          std::int64_t width, T* dh, T* d_edges) {
  const T* origin = da - graph.first * width;
  for (std::int64_t v = 0; v < graph.rows; ++v) {
    const std::int64_t begin = graph.row_offsets[v];
    const std::int64_t end = graph.row_offsets[v + 1];
    over_columns<T>(
        width,
        [&](std::int64_t c, auto count) __attribute__((always_inline)) {
          Vector<T> sum[count.value];
          Vector<T> node[count.value];
          Vector<T> term;
          Vector<T> edge;
          for (int i = 0; i < count.value; ++i) {
            load(node[i], h + v * width + c + i * lanes<T>);
            load(sum[i], da + v * width + c + i * lanes<T>);
            sum[i] *= own;
          }
          for (std::int64_t k = begin; k < end; ++k) {
            const T* from = origin + graph.neighbours[k] * width + c;
            const std::int64_t along = graph.edge_ids[k] * width + c;
            for (int i = 0; i < count.value; ++i) {
              load(edge, edges + along + i * lanes<T>);
              load(term, from + i * lanes<T>);
              term = node[i] + edge > 0 ? term : Vector<T>{};
              sum[i] += term;
              load(edge, d_edges + along + i * lanes<T>);
              edge += term;
              store(d_edges + along + i * lanes<T>, edge);
            }
          }
          for (int i = 0; i < count.value; ++i) store(dh + v * width + c + i * lanes<T>, sum[i]);
        },
        [&](std::int64_t c) __attribute__((always_inline)) {
          T sum = own * da[v * width + c];
          for (std::int64_t k = begin; k < end; ++k) {
            const std::int64_t along = graph.edge_ids[k] * width + c;
            if (!(h[v * width + c] + edges[along] > 0)) continue;
            const T term = origin[graph.neighbours[k] * width + c];
            sum += term;
            d_edges[along] += term;
          }
          dh[v * width + c] = sum;
        });
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void add_bias_relu(T* __restrict t, const T* __restrict bias,
                                          std::int64_t rows, std::int64_t width) {
  for (std::int64_t v = 0; v < rows; ++v, t += width) {
    for (std::int64_t c = 0; c < width; ++c) {
      const T y = t[c] + bias[c];
      t[c] = y > 0 ? y : T(0);
    }
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void add_bias_and_moments(T* __restrict z, const T* __restrict bias,
                                                 std::int64_t rows, std::int64_t width,
                                                 T* __restrict mean, T* __restrict squares) {
  for (std::int64_t c = 0; c < width; ++c) mean[c] = squares[c] = 0;
  for (std::int64_t v = 0; v < rows; ++v) {
    T* __restrict row = z + v * width;
    for (std::int64_t c = 0; c < width; ++c) {
      row[c] += bias[c];
      mean[c] += row[c];
    }
  }
  const T share = T(1) / static_cast<T>(rows);
  for (std::int64_t c = 0; c < width; ++c) mean[c] *= share;
  for (std::int64_t v = 0; v < rows; ++v) {
    const T* __restrict row = z + v * width;
    for (std::int64_t c = 0; c < width; ++c) {
      const T distance = row[c] - mean[c];
      squares[c] += distance * distance;
    }
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void normalise_backward(const T* dy, const T* z,
                                               const Normalisation<T>& norm,
                                               const T* __restrict mean_dy,
                                               const T* __restrict mean_dy_xhat, std::int64_t rows,
                                               std::int64_t width, T* dz, T* __restrict d_bias) {
  const T* __restrict scale = norm.scale;
  const T* __restrict mean = norm.mean;
  const T* __restrict inv_std = norm.inv_std;
  for (std::int64_t v = 0; v < rows; ++v) {
    const T* __restrict dy_row = dy + v * width;
    const T* __restrict z_row = z + v * width;
    T* __restrict dz_row = dz + v * width;
    for (std::int64_t c = 0; c < width; ++c) {
      const T xhat = (z_row[c] - mean[c]) * inv_std[c];
      const T value = scale[c] * (dy_row[c] - mean_dy[c] - xhat * mean_dy_xhat[c]);
      dz_row[c] = value;
      d_bias[c] += value;
    }
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void relu_backward(T* __restrict dt, const T* __restrict t,
                                          std::int64_t rows, std::int64_t width,
                                          T* __restrict d_bias) {
  for (std::int64_t v = 0; v < rows; ++v, dt += width, t += width) {
    for (std::int64_t c = 0; c < width; ++c) {
      const T value = t[c] > 0 ? dt[c] : T(0);
      dt[c] = value;
      d_bias[c] += value;
    }
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void activate_backward(const T* dh, const T* h, const T* z,
                                              const Normalisation<T>& norm, T factor,
                                              std::int64_t rows, std::int64_t width, T* dy,
                                              T* __restrict sum_dy, T* __restrict sum_dy_xhat) {
  const T* __restrict mean = norm.mean;
  const T* __restrict inv_std = norm.inv_std;
  for (std::int64_t c = 0; c < width; ++c) sum_dy[c] = sum_dy_xhat[c] = 0;
  for (std::int64_t v = 0; v < rows; ++v) {
    const T* dh_row = dh + v * width;  // may be dy itself
    const T* __restrict h_row = h + v * width;
    const T* __restrict z_row = z + v * width;
    T* dy_row = dy + v * width;
#pragma GCC ivdep
    for (std::int64_t c = 0; c < width; ++c) {
      const T value = h_row[c] > 0 ? dh_row[c] * factor : T(0);
      dy_row[c] = value;
      sum_dy[c] += value;
      sum_dy_xhat[c] += value * ((z_row[c] - mean[c]) * inv_std[c]);
    }
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void adam_update(T* __restrict weights, const T* __restrict gradients,
                                        T* __restrict first, T* __restrict second,
                                        const AdamStep& step, std::int64_t size) {
  const auto beta1 = static_cast<T>(step.beta1);
  const auto beta2 = static_cast<T>(step.beta2);
  const auto decay = static_cast<T>(step.weight_decay);
  const auto eps = static_cast<T>(step.eps);
  const auto rate = static_cast<T>(step.learning_rate * step.size_scale);
  const auto root_scale = static_cast<T>(step.root_scale);
  for (std::int64_t i = 0; i < size; ++i) {
    const T g = gradients[i] + decay * weights[i];
    first[i] = beta1 * first[i] + (1 - beta1) * g;
    second[i] = beta2 * second[i] + (1 - beta2) * g * g;
    weights[i] -= rate * first[i] / (std::sqrt(second[i]) * root_scale + eps);
  }
}

#define ISOTYPIC_INSTANTIATE(T)                                                                   \
  template void activate(const T*, const Normalisation<T>&, const LayerDropout&, std::int64_t,    \
                         std::int64_t, std::int64_t, T*);                                         \
  template void aggregate(const ChunkGraph&, const T*, T, std::int64_t, T*);                      \
  template void aggregate_with_edges(const ChunkGraph&, const T*, const T*, T, std::int64_t, T*); \
  template void aggregate_with_edges_backward(const ChunkGraph&, const T*, const T*, const T*, T, \
                                              std::int64_t, T*, T*);                              \
  template void add_bias_relu(T*, const T*, std::int64_t, std::int64_t);                          \
  template void add_bias_and_moments(T*, const T*, std::int64_t, std::int64_t, T*, T*);           \
  template void normalise_backward(const T*, const T*, const Normalisation<T>&, const T*,         \
                                   const T*, std::int64_t, std::int64_t, T*, T*);                 \
  template void relu_backward(T*, const T*, std::int64_t, std::int64_t, T*);                      \
  template void activate_backward(const T*, const T*, const T*, const Normalisation<T>&, T,       \
                                  std::int64_t, std::int64_t, T*, T*, T*);                        \
  template void adam_update(T*, const T*, T*, T*, const AdamStep&, std::int64_t);

ISOTYPIC_INSTANTIATE(float)
ISOTYPIC_INSTANTIATE(double)
#undef ISOTYPIC_INSTANTIATE

}  // namespace isotypic::nn
