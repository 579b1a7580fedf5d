// GINE: GIN with edge features (Hu et al. 2020).
#pragma once

#include <memory>

#include "isotypic/nn/layers/layer.hpp"
#include "isotypic/nn/layers/mlp.hpp"

namespace isotypic::nn {

struct GineOptions {
  std::int64_t in_features = 0;
  std::int64_t out_features = 0;
  std::int64_t edge_features = 0;  ///< width of the raw edge features; 0: already in_features wide
  double eps = 0.0;                ///< initial weight of the node itself is 1 + eps
  bool train_eps = false;          ///< eps is a parameter rather than a constant
};

/// x'_v = mlp((1 + eps) x_v + sum of relu(x_u + e_uv) over the neighbours u of v), where e is the
/// edge feature, mapped linearly to in_features when options.edge_features is set.
class Gine : public Layer {
 public:
  explicit Gine(const GineOptions& options_);
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const Edges& edges,
                                   const at::Tensor& edge_features) override;

  GineOptions options;
  at::Tensor eps;  ///< [1]
  std::shared_ptr<Mlp> mlp;
  torch::nn::Linear lin{nullptr};  ///< of the edge features, or null
};

}  // namespace isotypic::nn
