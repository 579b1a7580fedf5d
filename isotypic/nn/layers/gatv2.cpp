#include "isotypic/nn/layers/gatv2.hpp"

#include <ATen/ATen.h>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/initialise.hpp"
#include "isotypic/nn/kernels/edges/edge_attention.hpp"
#include "isotypic/nn/kernels/scatter.hpp"

namespace isotypic::nn {
namespace {

/// The edges with a loop at every node appended, and the loops' features.
std::pair<Edges, at::Tensor> with_self_loops(const Edges& edges, const at::Tensor& edge_features) {
  const at::Tensor nodes = at::arange(edges.num_nodes, edges.source.options());
  Edges looped{at::cat({edges.source, nodes}), at::cat({edges.target, nodes}), edges.num_nodes};
  if (!edge_features.defined()) return {looped, edge_features};
  const at::Tensor loops = scatter_mean(edge_features, edges.target, edges.num_nodes);
  return {looped, at::cat({edge_features, loops})};
}

}  // namespace

Gatv2::Gatv2(const Gatv2Options& options_)
    : options(options_),
      lin_l(register_module("lin_l", glorot_linear(options.in_features, options.out_features))),
      lin_r(register_module("lin_r", glorot_linear(options.in_features, options.out_features))) {
  if (options.heads < 1 || options.out_features % options.heads != 0) {
    fail("Gatv2", options.out_features, " features do not divide into ", options.heads, " heads");
  }
  if (options.edge_features > 0) {
    lin_edge = register_module(
        "lin_edge", glorot_linear(options.edge_features, options.out_features, /*bias=*/false));
  }
  att = register_parameter("att",
                           at::empty({1, options.heads, options.out_features / options.heads}));
  glorot_(att);
  bias = register_parameter("bias", at::zeros({options.out_features}));
}

at::Tensor Gatv2::forward(const at::Tensor& x, const Edges& edges,
                          const at::Tensor& edge_features) {
  check_layer_input("Gatv2", x, options.in_features, edges, edge_features, options.edge_features);
  auto [all, features] = std::pair{edges, lin_edge ? edge_features : at::Tensor()};
  if (options.add_self_loops) std::tie(all, features) = with_self_loops(all, features);

  const std::int64_t heads = options.heads;
  const std::int64_t width = options.out_features / heads;
  AdditiveAttention inputs{.left = lin_l(x).view({-1, heads, width}),
                           .right = lin_r(x).view({-1, heads, width}),
                           .att = att,
                           .slope = options.negative_slope};
  if (lin_edge) inputs.terms = lin_edge(features).view({-1, heads, width});
  return attend(inputs, all).view({-1, options.out_features}) + bias;
}

}  // namespace isotypic::nn
