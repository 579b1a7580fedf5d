// PNA: principal neighbourhood aggregation (Corso et al. 2020), one tower.
#pragma once

#include <torch/nn/modules/linear.h>

#include <vector>

#include "isotypic/nn/layers/layer.hpp"

namespace isotypic::nn {

struct PnaOptions {
  std::int64_t in_features = 0;
  std::int64_t out_features = 0;
  std::int64_t edge_features = 0;              ///< 0: none
  std::vector<std::int64_t> degree_histogram;  ///< of the training split: [d] = nodes of degree d
};

/// Messages W_pre [x_v, x_u, e_uv] are aggregated by mean, min, max and standard deviation, each
/// scaled by 1, log(d + 1) / D and D / log(d + 1) with d the degree of v and D the mean of
/// log(d + 1) over the histogram; then x'_v = W (W_post [x_v, aggregates]).
class Pna : public Layer {
 public:
  explicit Pna(const PnaOptions& options_);
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const Edges& edges,
                                   const at::Tensor& edge_features) override;

  PnaOptions options;
  torch::nn::Linear edge_encoder{nullptr};
  torch::nn::Linear pre_nn{nullptr};
  torch::nn::Linear post_nn{nullptr};
  torch::nn::Linear lin{nullptr};
  at::Tensor avg_deg_log;  ///< [1], a buffer
};

}  // namespace isotypic::nn
