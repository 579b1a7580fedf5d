#include "isotypic/nn/readouts/set2set_readout.hpp"

#include <ATen/ATen.h>

#include "isotypic/nn/kernels/scatter.hpp"

namespace isotypic::nn {

Set2SetReadout::Set2SetReadout(std::int64_t features_)
    : features(features_), lstm(register_module("lstm", torch::nn::LSTM(2 * features, features))) {}

at::Tensor Set2SetReadout::forward(const at::Tensor& x, const Batch& batch) {
  check_readout_input("Set2SetReadout", x, batch, features);
  constexpr int steps = 3;
  const at::Tensor& index = batch.graph_of_node;
  auto state = std::make_tuple(at::zeros({1, batch.num_graphs, features}, x.options()),
                               at::zeros({1, batch.num_graphs, features}, x.options()));
  at::Tensor summary = at::zeros({batch.num_graphs, 2 * features}, x.options());
  for (int step = 0; step < steps; ++step) {
    auto [output, next] = lstm(summary.unsqueeze(0), state);
    state = next;
    const at::Tensor query = output.view({batch.num_graphs, features});
    const at::Tensor scores = (x * gather_rows(query, index)).sum(-1, /*keepdim=*/true);
    const at::Tensor weights = scatter_softmax(scores, index, batch.num_graphs);
    summary = at::cat({query, scatter_sum(weights * x, index, batch.num_graphs)}, 1);
  }
  return summary;
}

}  // namespace isotypic::nn
