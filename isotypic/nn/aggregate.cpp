#include "isotypic/nn/aggregate.hpp"

#include <cstring>
#include <type_traits>

#include "isotypic/nn/vector_clones.hpp"

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
              sum[i] += term <= 0 ? Vector<T>{} : term;  // NaN stays NaN
            }
          }
          for (int i = 0; i < count.value; ++i) store(out + v * width + c + i * lanes<T>, sum[i]);
        },
        [&](std::int64_t c) __attribute__((always_inline)) {
          T sum = own * h[v * width + c];
          for (std::int64_t k = begin; k < end; ++k) {
            const T term =
                origin[graph.neighbours[k] * width + c] + edges[graph.edge_ids[k] * width + c];
            sum += term <= 0 ? T(0) : term;
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

#define ISOTYPIC_INSTANTIATE(T)                                                                   \
  template void aggregate(const ChunkGraph&, const T*, T, std::int64_t, T*);                      \
  template void aggregate_with_edges(const ChunkGraph&, const T*, const T*, T, std::int64_t, T*); \
  template void aggregate_with_edges_backward(const ChunkGraph&, const T*, const T*, const T*, T, \
                                              std::int64_t, T*, T*);
ISOTYPIC_INSTANTIATE(float)
ISOTYPIC_INSTANTIATE(double)
#undef ISOTYPIC_INSTANTIATE

}  // namespace isotypic::nn
