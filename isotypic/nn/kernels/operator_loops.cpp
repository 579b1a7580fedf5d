#include "isotypic/nn/kernels/operator_loops.hpp"

#include "isotypic/nn/kernels/lane_sum.hpp"
#include "isotypic/nn/kernels/vector_clones.hpp"

namespace isotypic::nn {
namespace {

/// y_i for heads of a width that is known when compiling, so that a head is a few vectors.
template <typename T, std::int64_t head_width>
ISOTYPIC_INLINE void apply_heads(const OperatorGraph& graph, const T* c, const T* v,
                                 std::int64_t v_stride, T* y, std::int64_t y_stride) {
  constexpr std::int64_t group = 64 / head_width;  // heads whose sums fit into the registers
  for (std::int64_t i = 0; i < graph.n; ++i) {
    const std::int32_t* types = graph.types + i * graph.n;
    for (std::int64_t first = 0; first < graph.heads; first += group) {
      const std::int64_t count = graph.heads - first < group ? graph.heads - first : group;
      T sums[group * head_width] = {};
      if (count == group) {
        for (std::int64_t j = 0; j < graph.n; ++j) {
          const T* own = c + types[j] * graph.heads + first;
          const T* from = v + j * v_stride + first * head_width;
#pragma GCC unroll 8
          for (std::int64_t h = 0; h < group; ++h) {
#pragma GCC ivdep
            for (std::int64_t k = 0; k < head_width; ++k) {
              sums[h * head_width + k] += own[h] * from[h * head_width + k];
            }
          }
        }
      } else {
        for (std::int64_t j = 0; j < graph.n; ++j) {
          const T* own = c + types[j] * graph.heads + first;
          const T* from = v + j * v_stride + first * head_width;
          for (std::int64_t h = 0; h < count; ++h) {
            for (std::int64_t k = 0; k < head_width; ++k) {
              sums[h * head_width + k] += own[h] * from[h * head_width + k];
            }
          }
        }
      }
      T* to = y + i * y_stride + first * head_width;
      for (std::int64_t k = 0; k < count * head_width; ++k) to[k] = sums[k];
    }
  }
}

template <typename T>
ISOTYPIC_INLINE void apply_any(const OperatorGraph& graph, const T* c, const T* v,
                               std::int64_t v_stride, T* y, std::int64_t y_stride) {
  const std::int64_t head_width = graph.width / graph.heads;
  for (std::int64_t i = 0; i < graph.n; ++i) {
    T* to = y + i * y_stride;
    for (std::int64_t k = 0; k < graph.width; ++k) to[k] = 0;
    for (std::int64_t j = 0; j < graph.n; ++j) {
      const T* own = c + graph.types[i * graph.n + j] * graph.heads;
      for (std::int64_t h = 0; h < graph.heads; ++h) {
        const T* from = v + j * v_stride + h * head_width;
        for (std::int64_t k = 0; k < head_width; ++k) to[h * head_width + k] += own[h] * from[k];
      }
    }
  }
}

/// The gradient in c_h(i, j), i != j, without that of row sums; twice that of i = j.
template <typename T, std::int64_t lanes>
ISOTYPIC_INLINE T pair_gradient(const T* dy_i, const T* v_j, const T* dy_j, const T* v_i,
                                std::int64_t size) {
  return lane_sum<T, lanes>(
      size, [&](std::int64_t k)
                __attribute__((always_inline)) { return dy_i[k] * v_j[k] + dy_j[k] * v_i[k]; });
}

template <typename T, std::int64_t head_width>
ISOTYPIC_INLINE void gradient_of_heads(const OperatorGraph& graph, const T* v, const T* dy,
                                       std::int64_t dy_stride, T* dc) {
  const std::int64_t size = head_width > 0 ? head_width : graph.width / graph.heads;
  for (std::int64_t i = 0; i < graph.n; ++i) {
    const T* dy_i = dy + i * dy_stride;
    const T* v_i = v + i * graph.width;
    for (std::int64_t j = 0; j <= i; ++j) {
      const T* dy_j = dy + j * dy_stride;
      const T* v_j = v + j * graph.width;
      T* to = dc + graph.types[i * graph.n + j] * graph.heads;
      const T weight = i == j ? T(0.5) : T(1);
      for (std::int64_t h = 0; h < graph.heads; ++h) {
        constexpr std::int64_t lanes = head_width == 8 || head_width == 16 ? head_width : 8;
        const T products = pair_gradient<T, lanes>(dy_i + h * size, v_j + h * size, dy_j + h * size,
                                                   v_i + h * size, size);
        to[h] += weight * (products + dy_i[graph.width + h] + dy_j[graph.width + h]);
      }
      if (i != j) continue;
      for (std::int64_t h = 0; h < graph.heads; ++h) to[h] += dy_i[graph.width + graph.heads + h];
    }
  }
}

}  // namespace

template <typename T>
ISOTYPIC_VECTOR_CLONES void apply_operators(const OperatorGraph& graph, const T* c, const T* v,
                                            std::int64_t v_stride, T* y, std::int64_t y_stride) {
  const std::int64_t head_width = graph.width / graph.heads;
  if (head_width == 16) {
    apply_heads<T, 16>(graph, c, v, v_stride, y, y_stride);
  } else if (head_width == 8) {
    apply_heads<T, 8>(graph, c, v, v_stride, y, y_stride);
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
    for (std::int64_t h = 0; h < graph.heads; ++h) to[h] = 0;
    for (std::int64_t j = 0; j < graph.n; ++j) {
      const T* own = c + graph.types[i * graph.n + j] * graph.heads;
      for (std::int64_t h = 0; h < graph.heads; ++h) to[h] += own[h];
    }
    for (std::int64_t h = 0; h < graph.heads; ++h) to[graph.heads + h] = diagonal[h];
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void operator_gradient(const OperatorGraph& graph, const T* v, const T* dy,
                                              std::int64_t dy_stride, T* dc) {
  const std::int64_t head_width = graph.width / graph.heads;
  if (head_width == 16) {
    gradient_of_heads<T, 16>(graph, v, dy, dy_stride, dc);
  } else if (head_width == 8) {
    gradient_of_heads<T, 8>(graph, v, dy, dy_stride, dc);
  } else {
    gradient_of_heads<T, 0>(graph, v, dy, dy_stride, dc);
  }
}

template void apply_operators(const OperatorGraph&, const float*, const float*, std::int64_t,
                              float*, std::int64_t);
template void apply_operators(const OperatorGraph&, const double*, const double*, std::int64_t,
                              double*, std::int64_t);
template void operator_rows(const OperatorGraph&, const float*, float*, std::int64_t);
template void operator_rows(const OperatorGraph&, const double*, double*, std::int64_t);
template void operator_gradient(const OperatorGraph&, const float*, const float*, std::int64_t,
                                float*);
template void operator_gradient(const OperatorGraph&, const double*, const double*, std::int64_t,
                                double*);

}  // namespace isotypic::nn
