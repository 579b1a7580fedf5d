#include "isotypic/nn/layers/transformer_conv.hpp"

#include <ATen/ATen.h>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/initialise.hpp"
#include "isotypic/nn/kernels/edges/edge_attention.hpp"

namespace isotypic::nn {

TransformerConv::TransformerConv(const TransformerConvOptions& options_)
    : options(options_),
      lin_key(
          register_module("lin_key", torch::nn::Linear(options.in_features, options.out_features))),
      lin_query(register_module("lin_query",
                                torch::nn::Linear(options.in_features, options.out_features))),
      lin_value(register_module("lin_value",
                                torch::nn::Linear(options.in_features, options.out_features))),
      lin_skip(register_module("lin_skip",
                               torch::nn::Linear(options.in_features, options.out_features))) {
  if (options.heads < 1 || options.out_features % options.heads != 0) {
    fail("TransformerConv", options.out_features, " features do not divide into ", options.heads,
         " heads");
  }
  if (options.edge_features > 0) {
    lin_edge = register_module("lin_edge",
                               linear_without_bias(options.edge_features, options.out_features));
  }
  if (options.beta) {
    lin_beta = register_module("lin_beta", linear_without_bias(3 * options.out_features, 1));
  }
}

at::Tensor TransformerConv::forward(const at::Tensor& x, const Edges& edges,
                                    const at::Tensor& edge_features) {
  check_layer_input("TransformerConv", x, options.in_features, edges, edge_features,
                    options.edge_features);
  const std::int64_t heads = options.heads;
  const std::int64_t width = options.out_features / heads;
  ProductAttention inputs{.query = lin_query(x).view({-1, heads, width}),
                          .key = lin_key(x).view({-1, heads, width}),
                          .value = lin_value(x).view({-1, heads, width})};
  if (lin_edge) inputs.terms = lin_edge(edge_features).view({-1, heads, width});
  const at::Tensor attended = attend(inputs, edges).view({-1, options.out_features});
  const at::Tensor skip = lin_skip(x);
  if (!lin_beta) return attended + skip;
  const at::Tensor beta = at::sigmoid(lin_beta(at::cat({attended, skip, attended - skip}, 1)));
  return beta * skip + (1 - beta) * attended;
}

}  // namespace isotypic::nn
