// PackedLinear: a linear map as products of rows want it, made once from the weights of a module.
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/linear.h>

#include <cstdint>
#include <vector>

#include "isotypic/nn/kernels/workspace.hpp"
#include "isotypic/nn/layers/mlp.hpp"

namespace isotypic::nn {

/// What a column is multiplied with, and what is added to it then: BatchNorm in evaluation is such
/// a map.
struct ColumnMap {
  std::vector<double> factor;
  std::vector<double> shift;
};

class PackedLinear {
 public:
  PackedLinear() = default;
  /// weight [out, in]; an undefined bias is zero.
  /// `after` is a map of its outputs that it does as well, or empty.
  PackedLinear(const at::Tensor& weight, const at::Tensor& bias, const ColumnMap& after);

  [[nodiscard]] std::int64_t in() const { return in_; }
  [[nodiscard]] std::int64_t out() const { return out_; }
  /// [in, out].
  [[nodiscard]] const float* matrix() const { return matrix_; }
  [[nodiscard]] const float* bias() const { return bias_.data(); }

  /// y [rows, out] = x [rows, in] matrix, without the bias.
  void multiply(const float* x, std::int64_t rows, float* y) const;
  /// y = x matrix + bias.
  void apply(const float* x, std::int64_t rows, float* y) const;
  /// y = relu(x matrix + bias).
  void apply_relu(const float* x, std::int64_t rows, float* y) const;

 private:
  std::int64_t in_ = 0;
  std::int64_t out_ = 0;
  Piece memory_;
  float* matrix_ = nullptr;
  std::vector<float> bias_;
};

/// Relu between two linear maps.
struct PackedMlp {
  PackedLinear first, second;
};

/// Takes the weights of modules, and counts them.
class WeightReader {
 public:
  [[nodiscard]] PackedLinear linear(const torch::nn::Linear& module, const ColumnMap& after = {});
  [[nodiscard]] PackedMlp mlp(const Mlp& module, const ColumnMap& after = {});
  /// What the norm does in evaluation.
  [[nodiscard]] ColumnMap norm(const torch::nn::BatchNorm1d& module);
  /// A parameter as it is.
  [[nodiscard]] std::vector<float> weights(const at::Tensor& parameter);
  [[nodiscard]] std::int64_t count() const { return count_; }

 private:
  std::int64_t count_ = 0;
};

/// The numbers of a tensor, none if it is undefined.
[[nodiscard]] std::vector<float> floats_of(const at::Tensor& tensor);

}  // namespace isotypic::nn
