#include "isotypic/nn/vector_loops.hpp"

#include <cmath>

#include "isotypic/nn/kernels/lane_sum.hpp"
#include "isotypic/nn/kernels/vector_clones.hpp"

namespace isotypic::nn {
namespace {

template <typename T>
ISOTYPIC_INLINE void add_scaled_loop(T* __restrict y, const T* __restrict x, T a,
                                     std::int64_t size) {
  for (std::int64_t i = 0; i < size; ++i) y[i] += a * x[i];
}

template <typename T>
ISOTYPIC_INLINE T dot_loop(const T* x, const T* y, std::int64_t size) {
  return lane_sum<T, 16>(
      size, [&](std::int64_t i) __attribute__((always_inline)) { return x[i] * y[i]; });
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

template <typename T>
ISOTYPIC_VECTOR_CLONES void adam_update(T* __restrict weights, const T* __restrict gradients,
                                        T* __restrict first, T* __restrict second,
                                        const AdamStep& step, std::int64_t size) {
  const auto beta1 = static_cast<T>(step.beta1);
  const auto beta2 = static_cast<T>(step.beta2);
  const auto decay = static_cast<T>(step.weight_decay);
  const auto keep = static_cast<T>(step.keep);
  const auto eps = static_cast<T>(step.eps);
  const auto rate = static_cast<T>(step.learning_rate * step.size_scale);
  const auto root_scale = static_cast<T>(step.root_scale);
  for (std::int64_t i = 0; i < size; ++i) {
    const T g = gradients[i] + decay * weights[i];
    first[i] = beta1 * first[i] + (1 - beta1) * g;
    second[i] = beta2 * second[i] + (1 - beta2) * g * g;
    weights[i] = keep * weights[i] - rate * first[i] / (std::sqrt(second[i]) * root_scale + eps);
  }
}

template void adam_update(float*, const float*, float*, float*, const AdamStep&, std::int64_t);
template void adam_update(double*, const double*, double*, double*, const AdamStep&, std::int64_t);

}  // namespace isotypic::nn
