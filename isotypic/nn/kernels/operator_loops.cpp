#include "isotypic/nn/kernels/operator_loops.hpp"

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

/// Heads of `vectors` vectors, as many at a time as eight accumulators hold.
template <typename T, int vectors>
ISOTYPIC_INLINE void apply_vectors(const OperatorGraph& graph, const T* c, const T* v,
                                   std::int64_t v_stride, T* y, std::int64_t y_stride) {
  constexpr int group = 8 / vectors;
  for (std::int64_t i = 0; i < graph.n; ++i) {
    const std::int32_t* types = graph.types + i * graph.n;
    for (std::int64_t head = 0; head < graph.heads; head += group) {
      const std::int64_t column = head * vectors * lanes;
      Eight<T> sums[8] = {};
      for (std::int64_t j = 0; j < graph.n; ++j) {
        const T* own = c + types[j] * graph.heads + head;
        const T* from = v + j * v_stride + column;
#pragma GCC unroll 8
        for (int q = 0; q < 8; ++q) sums[q] += own[q / vectors] * eight_at(from + q * lanes);
      }
#pragma GCC unroll 8
      for (int q = 0; q < 8; ++q) eight_at(y + i * y_stride + column + q * lanes) = sums[q];
    }
  }
}

template <typename T>
ISOTYPIC_INLINE void apply_any(const OperatorGraph& graph, const T* c, const T* v,
                               std::int64_t v_stride, T* y, std::int64_t y_stride) {
  const std::int64_t head_width = graph.width / graph.heads;
  for (std::int64_t i = 0; i < graph.n; ++i) {
    T* to = y + i * y_stride;
    std::fill_n(to, graph.width, T(0));
    for (std::int64_t j = 0; j < graph.n; ++j) {
      const T* own = c + graph.types[i * graph.n + j] * graph.heads;
      for (std::int64_t h = 0; h < graph.heads; ++h) {
        const T* from = v + j * v_stride + h * head_width;
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

template <typename T, int vectors>
ISOTYPIC_INLINE void gradient_by_vectors(const OperatorGraph& graph, const T* v, const T* dy,
                                         std::int64_t dy_stride, T* dc) {
  for (std::int64_t i = 0; i < graph.n; ++i) {
    for (std::int64_t j = 0; j <= i; ++j) {
      T* to = dc + graph.types[i * graph.n + j] * graph.heads;
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

template <typename T>
ISOTYPIC_INLINE void gradient_of_any(const OperatorGraph& graph, const T* v, const T* dy,
                                     std::int64_t dy_stride, T* dc) {
  const std::int64_t size = graph.width / graph.heads;
  for (std::int64_t i = 0; i < graph.n; ++i) {
    for (std::int64_t j = 0; j < graph.n; ++j) {
      T* to = dc + graph.types[i * graph.n + j] * graph.heads;
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

}  // namespace

template <typename T>
ISOTYPIC_VECTOR_CLONES void apply_operators(const OperatorGraph& graph, const T* c, const T* v,
                                            std::int64_t v_stride, T* y, std::int64_t y_stride) {
  if (fits(graph, 2)) {
    apply_vectors<T, 2>(graph, c, v, v_stride, y, y_stride);
  } else if (fits(graph, 1)) {
    apply_vectors<T, 1>(graph, c, v, v_stride, y, y_stride);
  } else {
    apply_any(graph, c, v, v_stride, y, y_stride);
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void operator_rows(const OperatorGraph& graph, const T* c, T* out,
                                          std::int64_t stride) {
  for (std::int64_t i = 0; i < graph.n; ++i) {
    T* to = out + i * stride;
    const T* diagonal = c + graph.types[i * graph.n + i] * graph.heads;
    std::copy_n(diagonal, graph.heads, to + graph.heads);
    if (graph.heads == lanes) {
      Eight<T> sum = {};
      for (std::int64_t j = 0; j < graph.n; ++j) {
        sum += eight_at(c + graph.types[i * graph.n + j] * lanes);
      }
      eight_at(to) = sum;
      continue;
    }
    std::fill_n(to, graph.heads, T(0));
    for (std::int64_t j = 0; j < graph.n; ++j) {
      const T* own = c + graph.types[i * graph.n + j] * graph.heads;
      for (std::int64_t h = 0; h < graph.heads; ++h) to[h] += own[h];
    }
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void operator_gradient(const OperatorGraph& graph, const T* v, const T* dy,
                                              std::int64_t dy_stride, T* dc) {
  if (fits(graph, 2)) {
    gradient_by_vectors<T, 2>(graph, v, dy, dy_stride, dc);
  } else if (fits(graph, 1)) {
    gradient_by_vectors<T, 1>(graph, v, dy, dy_stride, dc);
  } else {
    gradient_of_any(graph, v, dy, dy_stride, dc);
  }
  for (std::int64_t i = 0; i < graph.n; ++i) {
    T* to = dc + graph.types[i * graph.n + i] * graph.heads;
    const T* diagonal = dy + i * dy_stride + graph.width + graph.heads;
    for (std::int64_t h = 0; h < graph.heads; ++h) to[h] += diagonal[h];
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void standardise_types(const TypeRows<T>& types, std::int64_t first,
                                              std::int64_t rows, T* phi) {
  for (std::int64_t r = 0; r < rows; ++r) {
    const T* value = types.values + (first + r) * types.num_values;
    T* row = phi + r * types.num_values;
    for (std::int64_t k = 0; k < types.num_values; ++k) {
      row[k] = (value[k] - types.mean[k]) * types.factor[k];
    }
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void add_table_rows(const TypeRows<T>& types, std::int64_t first,
                                           std::int64_t rows, const T* table, T* h) {
  const std::int64_t width = types.width;
  for (std::int64_t r = 0; r < rows; ++r) {
    T* to = h + r * width;
    const T* distance = table + types.distances[first + r] * width;
    for (std::int64_t k = 0; k < width; ++k) to[k] = distance[k];
    const std::int32_t* category = types.categories + (first + r) * types.num_categories;
    for (std::int64_t c = 0; c < types.num_categories; ++c) {
      if (category[c] < 0) continue;
      const T* own = table + (types.category_rows[c] + category[c]) * width;
      for (std::int64_t k = 0; k < width; ++k) to[k] += own[k];
    }
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void table_gradient(const TypeRows<T>& types, std::int64_t first,
                                           std::int64_t rows, const T* dh, T* d_table) {
  const std::int64_t width = types.width;
  for (std::int64_t r = 0; r < rows; ++r) {
    const T* from = dh + r * width;
    T* distance = d_table + types.distances[first + r] * width;
    for (std::int64_t k = 0; k < width; ++k) distance[k] += from[k];
    const std::int32_t* category = types.categories + (first + r) * types.num_categories;
    for (std::int64_t c = 0; c < types.num_categories; ++c) {
      if (category[c] < 0) continue;
      T* own = d_table + (types.category_rows[c] + category[c]) * width;
      for (std::int64_t k = 0; k < width; ++k) own[k] += from[k];
    }
  }
}

#define ISOTYPIC_OPERATOR_LOOPS(T)                                                             \
  template void apply_operators(const OperatorGraph&, const T*, const T*, std::int64_t, T*,    \
                                std::int64_t);                                                 \
  template void operator_rows(const OperatorGraph&, const T*, T*, std::int64_t);               \
  template void operator_gradient(const OperatorGraph&, const T*, const T*, std::int64_t, T*); \
  template void standardise_types(const TypeRows<T>&, std::int64_t, std::int64_t, T*);         \
  template void add_table_rows(const TypeRows<T>&, std::int64_t, std::int64_t, const T*, T*);  \
  template void table_gradient(const TypeRows<T>&, std::int64_t, std::int64_t, const T*, T*);
ISOTYPIC_OPERATOR_LOOPS(float)
ISOTYPIC_OPERATOR_LOOPS(double)
#undef ISOTYPIC_OPERATOR_LOOPS

}  // namespace isotypic::nn
