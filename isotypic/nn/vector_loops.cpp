#include "isotypic/nn/vector_loops.hpp"

#include "isotypic/nn/vector_clones.hpp"

namespace isotypic::nn {
namespace {

template <typename T>
inline __attribute__((always_inline)) void add_scaled_loop(T* __restrict y, const T* __restrict x,
                                                           T a, std::int64_t size) {
  for (std::int64_t i = 0; i < size; ++i) y[i] += a * x[i];
}

template <typename T>
inline __attribute__((always_inline)) T dot_loop(const T* x, const T* y, std::int64_t size) {
  constexpr std::int64_t lanes = 32;
  T partial[lanes] = {};
  std::int64_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    for (std::int64_t l = 0; l < lanes; ++l) partial[l] += x[i + l] * y[i + l];
  }
  for (std::int64_t l = 0; i < size; ++i, ++l) partial[l] += x[i] * y[i];
  T sum = 0;
  for (const T value : partial) sum += value;
  return sum;
}

}  // namespace

ISOTYPIC_VECTOR_CLONES void add_scaled(float* y, const float* x, float a, std::int64_t size) {
  add_scaled_loop(y, x, a, size);
}

ISOTYPIC_VECTOR_CLONES void add_scaled(double* y, const double* x, double a, std::int64_t size) {
  add_scaled_loop(y, x, a, size);
}

ISOTYPIC_VECTOR_CLONES void scale(float* y, float a, std::int64_t size) {
  for (std::int64_t i = 0; i < size; ++i) y[i] *= a;
}

ISOTYPIC_VECTOR_CLONES void scale(double* y, double a, std::int64_t size) {
  for (std::int64_t i = 0; i < size; ++i) y[i] *= a;
}

ISOTYPIC_VECTOR_CLONES float dot(const float* x, const float* y, std::int64_t size) {
  return dot_loop(x, y, size);
}

ISOTYPIC_VECTOR_CLONES double dot(const double* x, const double* y, std::int64_t size) {
  return dot_loop(x, y, size);
}

}  // namespace isotypic::nn
