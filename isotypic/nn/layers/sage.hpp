// GraphSAGE with mean aggregation (Hamilton et al. 2017).
#pragma once

#include <torch/nn/modules/linear.h>

#include "isotypic/nn/layers/layer.hpp"

namespace isotypic::nn {

struct SageOptions {
  std::int64_t in_features = 0;
  std::int64_t out_features = 0;
};

/// x'_v = W_l (mean of x_u over the neighbours u of v) + b + W_r x_v.
class Sage : public Layer {
 public:
  explicit Sage(const SageOptions& options_);
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const Edges& edges,
                                   const at::Tensor& edge_features) override;

  SageOptions options;
  torch::nn::Linear lin_l;
  torch::nn::Linear lin_r;
};

}  // namespace isotypic::nn
