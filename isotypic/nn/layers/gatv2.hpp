// GATv2: attention whose ranking of neighbours depends on the node (Brody et al. 2022).
#pragma once

#include <torch/nn/modules/linear.h>

#include "isotypic/nn/layers/layer.hpp"

namespace isotypic::nn {

struct Gatv2Options {
  std::int64_t in_features = 0;
  std::int64_t out_features = 0;  ///< of all heads together; a multiple of heads
  std::int64_t heads = 1;
  std::int64_t edge_features = 0;  ///< 0: none
  double negative_slope = 0.2;
  /// Every node attends to itself too; the loop's edge feature is the mean over the node's edges.
  bool add_self_loops = true;
};

/// Per head: x'_v = sum over u of alpha_uv W_l x_u, with alpha the softmax over u of
/// a . leaky_relu(W_l x_u + W_r x_v + W_e e_uv); heads are concatenated, then a bias is added.
class Gatv2 : public Layer {
 public:
  explicit Gatv2(const Gatv2Options& options_);
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const Edges& edges,
                                   const at::Tensor& edge_features) override;

  Gatv2Options options;
  torch::nn::Linear lin_l;
  torch::nn::Linear lin_r;
  torch::nn::Linear lin_edge{nullptr};
  at::Tensor att;   ///< [1, heads, out / heads]
  at::Tensor bias;  ///< [out]
};

}  // namespace isotypic::nn
