// FeedForward: the block that strong recipes put behind every message-passing layer.
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>
#include <torch/nn/modules/batchnorm.h>

#include <cstdint>
#include <memory>

#include "isotypic/nn/batch.hpp"
#include "isotypic/nn/dropout.hpp"
#include "isotypic/nn/layers/mlp.hpp"

namespace isotypic::nn {

/// x [N, width] -> BatchNorm(x + dropout(mlp(x))), with an Mlp of twice the width inside.
class FeedForward : public torch::nn::Module {
 public:
  explicit FeedForward(std::int64_t width);
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const Batch& batch, double drop,
                                   DropoutStream& stream);

  std::shared_ptr<Mlp> mlp;
  torch::nn::BatchNorm1d norm;
};

}  // namespace isotypic::nn
