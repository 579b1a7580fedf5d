#include "isotypic/nn/kernels/inference/packed_linear.hpp"

#include <ATen/ATen.h>

#include <cmath>

#include "isotypic/nn/kernels/chunk_products.hpp"
#include "isotypic/nn/kernels/row_loops.hpp"
#include "isotypic/nn/vector_loops.hpp"

namespace isotypic::nn {
namespace {

std::vector<double> numbers(const at::Tensor& tensor) {
  const at::Tensor values = tensor.detach().to(at::kDouble).contiguous();
  return {values.data_ptr<double>(), values.data_ptr<double>() + values.numel()};
}

}  // namespace

PackedLinear::PackedLinear(const at::Tensor& weight, const at::Tensor& bias, const ColumnMap& after)
    : in_(weight.size(1)), out_(weight.size(0)), matrix_(memory_.room<float>(in_ * out_)) {
  const std::vector<double> from = numbers(weight);
  std::vector<double> shift(static_cast<std::size_t>(out_), 0.0);
  if (bias.defined()) shift = numbers(bias);
  for (std::int64_t o = 0; o < out_; ++o) {
    const double factor = after.factor.empty() ? 1.0 : after.factor[o];
    for (std::int64_t i = 0; i < in_; ++i) {
      matrix_[i * out_ + o] = static_cast<float>(from[o * in_ + i] * factor);
    }
    if (!after.factor.empty()) shift[o] = shift[o] * factor + after.shift[o];
  }
  bias_.assign(shift.begin(), shift.end());
}

void PackedLinear::multiply(const float* x, std::int64_t rows, float* y) const {
  nn::multiply(x, rows, in_, matrix_, out_, y);
}

void PackedLinear::apply(const float* x, std::int64_t rows, float* y) const {
  multiply(x, rows, y);
  for (std::int64_t r = 0; r < rows; ++r) add_scaled(y + r * out_, bias_.data(), 1.0F, out_);
}

void PackedLinear::apply_relu(const float* x, std::int64_t rows, float* y) const {
  multiply(x, rows, y);
  add_bias_relu(y, bias_.data(), rows, out_);
}

PackedLinear WeightReader::linear(const torch::nn::Linear& module, const ColumnMap& after) {
  count_ += module->weight.numel() + (module->bias.defined() ? module->bias.numel() : 0);
  return {module->weight, module->bias, after};
}

PackedMlp WeightReader::mlp(const Mlp& module, const ColumnMap& after) {
  return {linear(module.first), linear(module.second, after)};
}

ColumnMap WeightReader::norm(const torch::nn::BatchNorm1d& module) {
  count_ += module->weight.numel() + module->bias.numel();
  ColumnMap map{numbers(module->weight), numbers(module->bias)};
  const std::vector<double> mean = numbers(module->running_mean);
  const std::vector<double> variance = numbers(module->running_var);
  for (std::size_t c = 0; c < mean.size(); ++c) {
    map.factor[c] /= std::sqrt(variance[c] + module->options.eps());
    map.shift[c] -= mean[c] * map.factor[c];
  }
  return map;
}

std::vector<float> WeightReader::weights(const at::Tensor& parameter) {
  count_ += parameter.numel();
  return floats_of(parameter);
}

std::vector<float> floats_of(const at::Tensor& tensor) {
  if (!tensor.defined()) return {};
  const at::Tensor values = tensor.detach().to(at::kFloat).contiguous();
  return {values.data_ptr<float>(), values.data_ptr<float>() + values.numel()};
}

}  // namespace isotypic::nn
