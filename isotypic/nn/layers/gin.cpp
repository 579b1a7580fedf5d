#include "isotypic/nn/layers/gin.hpp"

#include <ATen/ATen.h>

#include "isotypic/nn/kernels/scatter.hpp"

namespace isotypic::nn {

Gin::Gin(const GinOptions& options_)
    : options(options_),
      eps(at::full({1}, options.eps)),
      mlp(register_module("nn", std::make_shared<Mlp>(options.in_features, options.out_features,
                                                      options.out_features))) {
  eps = options.train_eps ? register_parameter("eps", eps) : register_buffer("eps", eps);
}

at::Tensor Gin::forward(const at::Tensor& x, const Edges& edges,
                        const at::Tensor& /*edge_features*/) {
  check_layer_input("Gin", x, options.in_features, edges, {}, 0);
  const at::Tensor messages = gather_rows(x, edges.source);
  return mlp->forward(scatter_sum(messages, edges.target, edges.num_nodes) + (1 + eps) * x);
}

}  // namespace isotypic::nn
