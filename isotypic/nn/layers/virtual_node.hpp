// VirtualNode: one more node per graph, joined to all others (Gilmer et al. 2017, as in OGB).
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

/// What the virtual node does between two layers. Its state v [G, width] begins as zero. Before a
/// layer every node adds the state of its graph; behind the layer the state becomes
/// v + dropout(relu(norm(mlp(v + sum of the nodes)))).
class VirtualNode : public torch::nn::Module {
 public:
  explicit VirtualNode(std::int64_t width);
  /// The next state, from the nodes x [N, width].
  [[nodiscard]] at::Tensor forward(const at::Tensor& v, const at::Tensor& x, const Batch& batch,
                                   double drop, DropoutStream& stream);

  std::shared_ptr<Mlp> mlp;
  torch::nn::BatchNorm1d norm;
};

}  // namespace isotypic::nn
