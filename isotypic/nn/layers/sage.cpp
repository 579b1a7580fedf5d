#include "isotypic/nn/layers/sage.hpp"

#include <ATen/ATen.h>

#include "isotypic/nn/initialise.hpp"
#include "isotypic/nn/kernels/scatter.hpp"

namespace isotypic::nn {

Sage::Sage(const SageOptions& options_)
    : options(options_),
      lin_l(register_module("lin_l", torch::nn::Linear(options.in_features, options.out_features))),
      lin_r(register_module("lin_r",
                            linear_without_bias(options.in_features, options.out_features))) {}

at::Tensor Sage::forward(const at::Tensor& x, const Edges& edges,
                         const at::Tensor& /*edge_features*/) {
  check_layer_input("Sage", x, options.in_features, edges, {}, 0);
  const at::Tensor messages = gather_rows(x, edges.source);
  return lin_l(scatter_mean(messages, edges.target, edges.num_nodes)) + lin_r(x);
}

}  // namespace isotypic::nn
