#include "isotypic/nn/kernels/fused/fused_mlp.hpp"

#include "isotypic/base/team.hpp"
#include "isotypic/nn/kernels/chunk_products.hpp"
#include "isotypic/nn/kernels/row_loops.hpp"

namespace isotypic::nn {

template <typename T>
void FusedMlp<T>::allocate(Workspace& workspace, std::int64_t rows) {
  hidden = workspace.take<T>(rows * middle);
  weight1_t = workspace.take<T>(in * middle);
  weight2_t = workspace.take<T>(middle * out);
}

template <typename T>
void FusedMlp<T>::transpose_weights() {
  transpose(weight1, middle, in, weight1_t);
  transpose(weight2, out, middle, weight2_t);
}

template <typename T>
void FusedMlp<T>::forward(const T* x, std::int64_t first, std::int64_t rows, T* z) {
  T* t = hidden + first * middle;
  multiply(x, rows, in, weight1_t, middle, t);
  add_bias_relu(t, bias1, rows, middle);
  multiply(t, rows, middle, weight2_t, out, z);
}

template <typename T>
void FusedMlp<T>::backward(const T* x, const T* dz, std::int64_t first, std::int64_t rows,
                           const FusedMlpGradients<T>& gradients, T* dt, T* dx) const {
  const T* t = hidden + first * middle;
  share_loop(2, [&](std::int64_t part) {
    if (part == 0) {
      add_weight_gradient(t, dz, rows, middle, out, gradients.weight2);
    } else {
      multiply(dz, rows, out, weight2, middle, dt);
      relu_backward(dt, t, rows, middle, gradients.bias1);
    }
  });
  share_loop(dx == nullptr ? 1 : 2, [&](std::int64_t part) {
    if (part == 0) {
      add_weight_gradient(x, dt, rows, in, middle, gradients.weight1);
    } else {
      multiply(dt, rows, middle, weight1, in, dx);
    }
  });
}

template struct FusedMlp<float>;
template struct FusedMlp<double>;

}  // namespace isotypic::nn
