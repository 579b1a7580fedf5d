#include "isotypic/nn/layers/gine.hpp"

#include <ATen/ATen.h>

#include "isotypic/nn/kernels/scatter.hpp"

namespace isotypic::nn {

Gine::Gine(const GineOptions& options_)
    : options(options_),
      eps(at::full({1}, options.eps)),
      mlp(register_module("nn", std::make_shared<Mlp>(options.in_features, options.out_features,
                                                      options.out_features))) {
  eps = options.train_eps ? register_parameter("eps", eps) : register_buffer("eps", eps);
  if (options.edge_features > 0) {
    lin = register_module("lin", torch::nn::Linear(options.edge_features, options.in_features));
  }
}

at::Tensor Gine::forward(const at::Tensor& x, const Edges& edges, const at::Tensor& edge_features) {
  check_layer_input("Gine", x, options.in_features, edges, edge_features,
                    lin ? options.edge_features : options.in_features);
  const at::Tensor edge_terms = lin ? lin(edge_features) : edge_features;
  const at::Tensor messages = at::relu(gather_rows(x, edges.source) + edge_terms);
  return mlp->forward(scatter_sum(messages, edges.target, edges.num_nodes) + (1 + eps) * x);
}

}  // namespace isotypic::nn
