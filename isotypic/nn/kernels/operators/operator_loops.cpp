#include "isotypic/nn/kernels/operators/operator_loops.hpp"

#include <algorithm>
#include <type_traits>

#include "isotypic/nn/kernels/vector_clones.hpp"

namespace isotypic::nn {
namespace {

/// Eight numbers anywhere in memory. Heads are whole numbers of them, or take the slow loops.
constexpr std::int64_t lanes = 8;
template <typename T>
struct EightOf {
  // NOLINTBEGIN(modernize-use-using): `using` drops the attributes here
  typedef T Type __attribute__((vector_size(lanes * sizeof(T))));
  typedef T Loose __attribute__((vector_size(lanes * sizeof(T)), aligned(sizeof(T)), may_alias));
  // NOLINTEND(modernize-use-using)
};
template <typename T>
using Eight = typename EightOf<T>::Type;

template <typename T>
ISOTYPIC_INLINE const typename EightOf<T>::Loose& eight_at(const T* from) {
  return *reinterpret_cast<const typename EightOf<T>::Loose*>(from);
}
template <typename T>
ISOTYPIC_INLINE typename EightOf<T>::Loose& eight_at(T* to) {
  return *reinterpret_cast<typename EightOf<T>::Loose*>(to);
}

/// The pairs of one node with all nodes.
struct WholeRow {
  ISOTYPIC_INLINE WholeRow(const OperatorGraph& graph, std::int64_t i)
      : size(graph.n), types(graph.types + i * graph.n) {}
  [[nodiscard]] ISOTYPIC_INLINE static std::int64_t partner(std::int64_t p) { return p; }

  std::int64_t size;
  const std::int32_t* types;
};

/// The pairs of one node with those within reach.
struct NearRow {
  ISOTYPIC_INLINE NearRow(const OperatorGraph& graph, std::int64_t i)
      : size(graph.rows[i + 1] - graph.rows[i]),
        types(graph.types + graph.rows[i]),
        partners(graph.partners + graph.rows[i]) {}
  [[nodiscard]] ISOTYPIC_INLINE std::int64_t partner(std::int64_t p) const { return partners[p]; }

  std::int64_t size;
  const std::int32_t* types;
  const std::int32_t* partners;
};

/// Heads of `vectors` vectors, as many at a time as eight accumulators hold.
template <typename Row, typename T, int vectors>
ISOTYPIC_INLINE void apply_vectors(const OperatorGraph& graph, const T* c, const T* v,
                                   std::int64_t v_stride, T* y, std::int64_t y_stride) {
  constexpr int group = 8 / vectors;
  for (std::int64_t i = 0; i < graph.n; ++i) {
    const Row row(graph, i);
    for (std::int64_t head = 0; head < graph.heads; head += group) {
      const std::int64_t column = head * vectors * lanes;
      Eight<T> sums[8] = {};
      for (std::int64_t p = 0; p < row.size; ++p) {
        const T* own = c + row.types[p] * graph.heads + head;
        const T* from = v + row.partner(p) * v_stride + column;
#pragma GCC unroll 8
        for (int q = 0; q < 8; ++q) sums[q] += own[q / vectors] * eight_at(from + q * lanes);
      }
#pragma GCC unroll 8
      for (int q = 0; q < 8; ++q) eight_at(y + i * y_stride + column + q * lanes) = sums[q];
    }
  }
}

template <typename Row, typename T>
ISOTYPIC_INLINE void apply_any(const OperatorGraph& graph, const T* c, const T* v,
                               std::int64_t v_stride, T* y, std::int64_t y_stride) {
  const std::int64_t head_width = graph.width / graph.heads;
  for (std::int64_t i = 0; i < graph.n; ++i) {
    const Row row(graph, i);
    T* to = y + i * y_stride;
    std::fill_n(to, graph.width, T(0));
    for (std::int64_t p = 0; p < row.size; ++p) {
      const T* own = c + row.types[p] * graph.heads;
      for (std::int64_t h = 0; h < graph.heads; ++h) {
        const T* from = v + row.partner(p) * v_stride + h * head_width;
        for (std::int64_t k = 0; k < head_width; ++k) to[h * head_width + k] += own[h] * from[k];
      }
    }
  }
}

/// The numbers of heads that whole vectors can serve.
bool fits(const OperatorGraph& graph, std::int64_t vectors) {
  return graph.width == graph.heads * vectors * lanes && graph.heads % 8 == 0;
}

/// sums[h] = the sum of the numbers of p[h], for eight vectors at once: a tree of additions whose
/// operands are mixed so that no lane is idle.
template <typename T>
ISOTYPIC_INLINE void sum_each(const Eight<T> (&p)[8], Eight<T>& sums) {
  using Index = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  typedef Index Order __attribute__((vector_size(lanes * sizeof(Index))));  // NOLINT
  constexpr Order even = {0, 8, 2, 10, 4, 12, 6, 14};
  constexpr Order odd = {1, 9, 3, 11, 5, 13, 7, 15};
  constexpr Order first_pairs = {0, 1, 8, 9, 4, 5, 12, 13};
  constexpr Order second_pairs = {2, 3, 10, 11, 6, 7, 14, 15};
  constexpr Order first_halves = {0, 1, 2, 3, 8, 9, 10, 11};
  constexpr Order second_halves = {4, 5, 6, 7, 12, 13, 14, 15};
  Eight<T> two[4];
#pragma GCC unroll 4
  for (int q = 0; q < 4; ++q) {
    two[q] = __builtin_shuffle(p[2 * q], p[2 * q + 1], even) +
             __builtin_shuffle(p[2 * q], p[2 * q + 1], odd);
  }
  Eight<T> four[2];
#pragma GCC unroll 2
  for (int q = 0; q < 2; ++q) {
    four[q] = __builtin_shuffle(two[2 * q], two[2 * q + 1], first_pairs) +
              __builtin_shuffle(two[2 * q], two[2 * q + 1], second_pairs);
  }
  sums = __builtin_shuffle(four[0], four[1], first_halves) +
         __builtin_shuffle(four[0], four[1], second_halves);
}

template <typename Row, typename T, int vectors>
ISOTYPIC_INLINE void gradient_by_vectors(const OperatorGraph& graph, const T* v, const T* dy,
                                         std::int64_t dy_stride, T* dc) {
  for (std::int64_t i = 0; i < graph.n; ++i) {
    const Row row(graph, i);
    for (std::int64_t p = 0; p < row.size && row.partner(p) <= i; ++p) {
      const std::int64_t j = row.partner(p);
      T* to = dc + row.types[p] * graph.heads;
      const T weight = i == j ? T(0.5) : T(1);  // both directions, which are one on the diagonal
      for (std::int64_t head = 0; head < graph.heads; head += 8) {
        const std::int64_t column = head * vectors * lanes;
        const T* dy_i = dy + i * dy_stride + column;
        const T* dy_j = dy + j * dy_stride + column;
        const T* v_i = v + i * graph.width + column;
        const T* v_j = v + j * graph.width + column;
        Eight<T> products[8];
#pragma GCC unroll 8
        for (int h = 0; h < 8; ++h) {
          Eight<T> sum = {};
#pragma GCC unroll 4
          for (int q = 0; q < vectors; ++q) {
            const std::int64_t k = (h * vectors + q) * lanes;
            sum += eight_at(dy_i + k) * eight_at(v_j + k);
            sum += eight_at(dy_j + k) * eight_at(v_i + k);
          }
          products[h] = sum;
        }
        Eight<T> sums;
        sum_each<T>(products, sums);
        const Eight<T> rows = eight_at(dy + i * dy_stride + graph.width + head) +
                              eight_at(dy + j * dy_stride + graph.width + head);
        eight_at(to + head) += weight * (sums + rows);
      }
    }
  }
}

template <typename Row, typename T>
ISOTYPIC_INLINE void gradient_of_any(const OperatorGraph& graph, const T* v, const T* dy,
                                     std::int64_t dy_stride, T* dc) {
  const std::int64_t size = graph.width / graph.heads;
  for (std::int64_t i = 0; i < graph.n; ++i) {
    const Row row(graph, i);
    for (std::int64_t p = 0; p < row.size; ++p) {
      const std::int64_t j = row.partner(p);
      T* to = dc + row.types[p] * graph.heads;
      for (std::int64_t h = 0; h < graph.heads; ++h) {
        T sum = dy[i * dy_stride + graph.width + h];
        for (std::int64_t k = h * size; k < (h + 1) * size; ++k) {
          sum += dy[i * dy_stride + k] * v[j * graph.width + k];
        }
        to[h] += sum;
      }
    }
  }
}

/// The sums of all rows: `heads` numbers every `stride`.
template <typename Row, typename T>
ISOTYPIC_INLINE void sum_rows(const OperatorGraph& graph, const T* c, T* out, std::int64_t stride) {
  for (std::int64_t i = 0; i < graph.n; ++i) {
    const Row row(graph, i);
    T* to = out + i * stride;
    if (graph.heads == lanes) {
      Eight<T> sum = {};
      for (std::int64_t p = 0; p < row.size; ++p) sum += eight_at(c + row.types[p] * lanes);
      eight_at(to) = sum;
      continue;
    }
    std::fill_n(to, graph.heads, T(0));
    for (std::int64_t p = 0; p < row.size; ++p) {
      const T* own = c + row.types[p] * graph.heads;
      for (std::int64_t h = 0; h < graph.heads; ++h) to[h] += own[h];
    }
  }
}

/// The type of (i, i).
std::int32_t diagonal_type(const OperatorGraph& graph, std::int64_t i) {
  if (graph.rows == nullptr) return graph.types[i * graph.n + i];
  const std::int32_t* first = graph.partners + graph.rows[i];
  const std::int32_t* place = std::lower_bound(first, graph.partners + graph.rows[i + 1], i);
  return graph.types[place - graph.partners];
}

template <typename Row, typename T>
ISOTYPIC_INLINE void apply_rows(const OperatorGraph& graph, const T* c, const T* v,
                                std::int64_t v_stride, T* y, std::int64_t y_stride) {
  if (fits(graph, 2)) {
    apply_vectors<Row, T, 2>(graph, c, v, v_stride, y, y_stride);
  } else if (fits(graph, 1)) {
    apply_vectors<Row, T, 1>(graph, c, v, v_stride, y, y_stride);
  } else {
    apply_any<Row>(graph, c, v, v_stride, y, y_stride);
  }
}

template <typename Row, typename T>
ISOTYPIC_INLINE void gradient_of_rows(const OperatorGraph& graph, const T* v, const T* dy,
                                      std::int64_t dy_stride, T* dc) {
  if (fits(graph, 2)) {
    gradient_by_vectors<Row, T, 2>(graph, v, dy, dy_stride, dc);
  } else if (fits(graph, 1)) {
    gradient_by_vectors<Row, T, 1>(graph, v, dy, dy_stride, dc);
  } else {
    gradient_of_any<Row>(graph, v, dy, dy_stride, dc);
  }
}

}  // namespace

template <typename T>
ISOTYPIC_VECTOR_CLONES void apply_operators(const OperatorGraph& graph, const T* c, const T* v,
                                            std::int64_t v_stride, T* y, std::int64_t y_stride) {
  if (graph.rows == nullptr) {
    apply_rows<WholeRow>(graph, c, v, v_stride, y, y_stride);
  } else {
    apply_rows<NearRow>(graph, c, v, v_stride, y, y_stride);
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void operator_rows(const OperatorGraph& graph, const T* c, T* out,
                                          std::int64_t stride) {
  if (graph.rows == nullptr) {
    sum_rows<WholeRow>(graph, c, out, stride);
  } else {
    sum_rows<NearRow>(graph, c, out, stride);
  }
  for (std::int64_t i = 0; i < graph.n; ++i) {
    std::copy_n(c + diagonal_type(graph, i) * graph.heads, graph.heads,
                out + i * stride + graph.heads);
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void operator_gradient(const OperatorGraph& graph, const T* v, const T* dy,
                                              std::int64_t dy_stride, T* dc) {
  if (graph.rows == nullptr) {
    gradient_of_rows<WholeRow>(graph, v, dy, dy_stride, dc);
  } else {
    gradient_of_rows<NearRow>(graph, v, dy, dy_stride, dc);
  }
  for (std::int64_t i = 0; i < graph.n; ++i) {
    T* to = dc + diagonal_type(graph, i) * graph.heads;
    const T* diagonal = dy + i * dy_stride + graph.width + graph.heads;
    for (std::int64_t h = 0; h < graph.heads; ++h) to[h] += diagonal[h];
  }
}

#define ISOTYPIC_OPERATOR_LOOPS(T)                                                          \
  template void apply_operators(const OperatorGraph&, const T*, const T*, std::int64_t, T*, \
                                std::int64_t);                                              \
  template void operator_rows(const OperatorGraph&, const T*, T*, std::int64_t);            \
  template void operator_gradient(const OperatorGraph&, const T*, const T*, std::int64_t, T*);
ISOTYPIC_OPERATOR_LOOPS(float)
ISOTYPIC_OPERATOR_LOOPS(double)
#undef ISOTYPIC_OPERATOR_LOOPS

}  // namespace isotypic::nn
