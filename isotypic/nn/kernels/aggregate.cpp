#include "isotypic/nn/kernels/aggregate.hpp"

#include <type_traits>

#include "isotypic/nn/kernels/vector_clones.hpp"

namespace isotypic::nn {
namespace {

/// 32 bytes of T: a vector wider than the registers of a machine would live on its stack. `Loose`
/// is one anywhere in memory; a copy by std::memcpy would be cut into smaller pieces.
constexpr std::int64_t vector_bytes = 32;
template <typename T>
struct VectorOf {
  // NOLINTBEGIN(modernize-use-using): `using` drops the attributes here
  typedef T Type __attribute__((vector_size(vector_bytes)));
  typedef T Loose __attribute__((vector_size(vector_bytes), aligned(sizeof(T)), may_alias));
  // NOLINTEND(modernize-use-using)
};
template <typename T>
using Vector = typename VectorOf<T>::Type;

template <typename T>
constexpr std::int64_t lanes = vector_bytes / static_cast<std::int64_t>(sizeof(T));

/// Calls tile(column, count) with `most` vectors, then with one, as constants, then per_column(c)
/// for what remains: the accumulators of a tile stay in registers, of which there may be 16.
template <typename T, int most, typename Tile, typename PerColumn>
ISOTYPIC_INLINE void over_columns(std::int64_t width, Tile&& tile, PerColumn&& per_column) {
  std::int64_t c = 0;
  for (; c + most * lanes<T> <= width; c += most * lanes<T>) {
    tile(c, std::integral_constant<int, most>());
  }
  for (; c + lanes<T> <= width; c += lanes<T>) tile(c, std::integral_constant<int, 1>());
  for (; c < width; ++c) per_column(c);
}

template <typename T>
ISOTYPIC_INLINE const typename VectorOf<T>::Loose& vector_at(const T* from) {
  return *reinterpret_cast<const typename VectorOf<T>::Loose*>(from);
}

template <typename T>
ISOTYPIC_INLINE typename VectorOf<T>::Loose& vector_at(T* to) {
  return *reinterpret_cast<typename VectorOf<T>::Loose*>(to);
}

}  // namespace

template <typename T>
ISOTYPIC_VECTOR_CLONES void aggregate(const ChunkGraph& graph, const T* h, T own,
                                      std::int64_t width, T* out) {
  const T* origin = h - graph.first * width;
  for (std::int64_t v = 0; v < graph.rows; ++v) {
    const std::int32_t* begin = graph.neighbours + graph.row_offsets[v];
    const std::int32_t* end = graph.neighbours + graph.row_offsets[v + 1];
    over_columns<T, 8>(
        width,
        [&](std::int64_t c, auto count) __attribute__((always_inline)) {
          Vector<T> sum[count.value];
#pragma GCC unroll 8
          for (int i = 0; i < count.value; ++i) {
            sum[i] = own * vector_at(h + v * width + c + i * lanes<T>);
          }
          for (const std::int32_t* u = begin; u != end; ++u) {
#pragma GCC unroll 8
            for (int i = 0; i < count.value; ++i) {
              sum[i] += vector_at(origin + *u * width + c + i * lanes<T>);
            }
          }
#pragma GCC unroll 8
          for (int i = 0; i < count.value; ++i) {
            vector_at(out + v * width + c + i * lanes<T>) = sum[i];
          }
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
    over_columns<T, 4>(
        width,
        [&](std::int64_t c, auto count) __attribute__((always_inline)) {
          Vector<T> sum[count.value];
#pragma GCC unroll 8
          for (int i = 0; i < count.value; ++i) {
            sum[i] = own * vector_at(h + v * width + c + i * lanes<T>);
          }
          for (std::int64_t k = begin; k < end; ++k) {
            const T* from = origin + graph.neighbours[k] * width + c;
            const T* along = edges + graph.edge_ids[k] * width + c;
#pragma GCC unroll 8
            for (int i = 0; i < count.value; ++i) {
              const Vector<T> term =
                  vector_at(from + i * lanes<T>) + vector_at(along + i * lanes<T>);
              sum[i] += term <= 0 ? Vector<T>{} : term;  // NaN stays NaN
            }
          }
#pragma GCC unroll 8
          for (int i = 0; i < count.value; ++i) {
            vector_at(out + v * width + c + i * lanes<T>) = sum[i];
          }
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
    over_columns<T, 4>(
        width,
        [&](std::int64_t c, auto count) __attribute__((always_inline)) {
          Vector<T> sum[count.value];
          Vector<T> node[count.value];
#pragma GCC unroll 8
          for (int i = 0; i < count.value; ++i) {
            node[i] = vector_at(h + v * width + c + i * lanes<T>);
            sum[i] = own * vector_at(da + v * width + c + i * lanes<T>);
          }
          for (std::int64_t k = begin; k < end; ++k) {
            const T* from = origin + graph.neighbours[k] * width + c;
            const std::int64_t along = graph.edge_ids[k] * width + c;
#pragma GCC unroll 8
            for (int i = 0; i < count.value; ++i) {
              T* d_edge = d_edges + along + i * lanes<T>;
              const Vector<T> reached = node[i] + vector_at(edges + along + i * lanes<T>);
              const Vector<T> term = reached > 0 ? vector_at(from + i * lanes<T>) : Vector<T>{};
              sum[i] += term;
              vector_at(d_edge) += term;
            }
          }
#pragma GCC unroll 8
          for (int i = 0; i < count.value; ++i) {
            vector_at(dh + v * width + c + i * lanes<T>) = sum[i];
          }
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
