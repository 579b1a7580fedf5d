#include "isotypic/nn/readouts/attention_readout.hpp"

#include <ATen/ATen.h>

#include "isotypic/nn/kernels/scatter.hpp"

namespace isotypic::nn {

AttentionReadout::AttentionReadout(std::int64_t features_)
    : features(features_),
      gate(register_module("gate_nn", std::make_shared<Mlp>(features, 128, 1))) {}

at::Tensor AttentionReadout::forward(const at::Tensor& x, const Batch& batch) {
  check_readout_input("AttentionReadout", x, batch, features);
  const at::Tensor weights =
      scatter_softmax(gate->forward(x), batch.graph_of_node, batch.num_graphs);
  return scatter_sum(weights * x, batch.graph_of_node, batch.num_graphs);
}

}  // namespace isotypic::nn
