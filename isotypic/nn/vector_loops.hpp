// vector_loops: the small loops of the CPU kernels, compiled for several instruction sets and
// chosen at run time, so that nothing distributed depends on the machine it was built on.
#pragma once

#include <cstdint>

namespace isotypic::nn {

/// y += a x.
void add_scaled(float* y, const float* x, float a, std::int64_t size);
void add_scaled(double* y, const double* x, double a, std::int64_t size);

/// y *= a.
void scale(float* y, float a, std::int64_t size);
void scale(double* y, double a, std::int64_t size);

/// x . y, summed in a fixed order that does not depend on the instruction set.
[[nodiscard]] float dot(const float* x, const float* y, std::int64_t size);
[[nodiscard]] double dot(const double* x, const double* y, std::int64_t size);

/// One step of Adam on flat arrays, float or double; `keep` is what decoupled decay leaves of the
/// weights, `size_scale` and `root_scale` are the bias corrections.
struct AdamStep {
  double learning_rate, beta1, beta2, eps, weight_decay, keep, size_scale, root_scale;
};
template <typename T>
void adam_update(T* weights, const T* gradients, T* first, T* second, const AdamStep& step,
                 std::int64_t size);

}  // namespace isotypic::nn
