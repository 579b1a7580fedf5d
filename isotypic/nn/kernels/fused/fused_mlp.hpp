// FusedMlp: linear, ReLU, linear on chunks of rows, as the fused stack needs it in three places.
//
// Defined for float and double.
#pragma once

#include <cstdint>

#include "isotypic/nn/kernels/workspace.hpp"

namespace isotypic::nn {

template <typename T>
struct FusedMlpGradients {
  T *weight1, *bias1, *weight2, *bias2;
};

/// W2 relu(W1 x + b1), without the second bias: the loops behind it add that on their way. Weights
/// are [out, in], as in LibTorch.
template <typename T>
struct FusedMlp {
  std::int64_t in, middle, out;
  const T *weight1, *bias1, *weight2, *bias2;
  T* hidden;                 ///< [rows of the batch, middle]: kept for the backward pass
  T *weight1_t, *weight2_t;  ///< transposed copies

  [[nodiscard]] std::int64_t num_weights() const {
    return in * middle + middle + middle * out + out;
  }

  void allocate(Workspace& workspace, std::int64_t rows);
  /// To be called before the first forward(), since the weights have changed.
  void transpose_weights();
  /// Rows `first` to first + rows: x [rows, in] to z [rows, out].
  void forward(const T* x, std::int64_t first, std::int64_t rows, T* z);
  /// Adds to all gradients but that of the second bias. dt [rows, middle] is scratch; dx [rows, in]
  /// may be null, and may be dz.
  void backward(const T* x, const T* dz, std::int64_t first, std::int64_t rows,
                const FusedMlpGradients<T>& gradients, T* dt, T* dx) const;
};

extern template struct FusedMlp<float>;
extern template struct FusedMlp<double>;

}  // namespace isotypic::nn
