// TransformerConv: dot-product attention over neighbours (Shi et al. 2021).
#pragma once

#include <torch/nn/modules/linear.h>

#include "isotypic/nn/layers/layer.hpp"

namespace isotypic::nn {

struct TransformerConvOptions {
  std::int64_t in_features = 0;
  std::int64_t out_features = 0;  ///< of all heads together; a multiple of heads
  std::int64_t heads = 1;
  std::int64_t edge_features = 0;  ///< 0: none
  bool beta = true;                ///< gate the skip connection instead of adding it
};

/// Per head: m_v = sum over u of alpha_uv (V x_u + E e_uv), alpha the softmax over u of
/// (Q x_v) . (K x_u + E e_uv) / sqrt(out / heads); heads are concatenated. With r = W x_v the
/// result is beta r + (1 - beta) m, beta = sigmoid(w . [m, r, m - r]), or m + r without beta.
class TransformerConv : public Layer {
 public:
  explicit TransformerConv(const TransformerConvOptions& options_);
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const Edges& edges,
                                   const at::Tensor& edge_features) override;

  TransformerConvOptions options;
  torch::nn::Linear lin_key;
  torch::nn::Linear lin_query;
  torch::nn::Linear lin_value;
  torch::nn::Linear lin_edge{nullptr};
  torch::nn::Linear lin_skip;
  torch::nn::Linear lin_beta{nullptr};
};

}  // namespace isotypic::nn
