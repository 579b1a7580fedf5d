// Mlp: linear, ReLU, linear — the update network of GIN and GINE, and the gate of attention.
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>
#include <torch/nn/modules/linear.h>

#include <cstdint>

namespace isotypic::nn {

/// x [N, in] -> W2 relu(W1 x + b1) + b2 of shape [N, out]. The children are called "0" and "2", as
/// in PyTorch's Sequential(Linear, ReLU, Linear).
class Mlp : public torch::nn::Module {
 public:
  Mlp(std::int64_t in, std::int64_t hidden, std::int64_t out);
  [[nodiscard]] at::Tensor forward(const at::Tensor& x);

  torch::nn::Linear first;
  torch::nn::Linear second;
};

}  // namespace isotypic::nn
