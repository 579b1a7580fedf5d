// GIN: graph isomorphism network (Xu et al. 2019).
#pragma once

#include <memory>

#include "isotypic/nn/layers/layer.hpp"
#include "isotypic/nn/layers/mlp.hpp"

namespace isotypic::nn {

struct GinOptions {
  std::int64_t in_features = 0;
  std::int64_t out_features = 0;
  double eps = 0.0;        ///< initial weight of the node itself is 1 + eps
  bool train_eps = false;  ///< eps is a parameter rather than a constant
};

/// x'_v = mlp((1 + eps) x_v + sum of x_u over the neighbours u of v); the hidden width of the mlp
/// is out_features.
class Gin : public Layer {
 public:
  explicit Gin(const GinOptions& options_);
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const Edges& edges,
                                   const at::Tensor& edge_features) override;

  GinOptions options;
  at::Tensor eps;  ///< [1]
  std::shared_ptr<Mlp> mlp;
};

}  // namespace isotypic::nn
