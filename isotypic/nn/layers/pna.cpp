#include "isotypic/nn/layers/pna.hpp"

#include <ATen/ATen.h>

#include <cmath>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/kernels/edges/edge_statistics.hpp"
#include "isotypic/nn/kernels/scatter.hpp"

namespace isotypic::nn {
namespace {

constexpr std::int64_t aggregators = 4;
constexpr std::int64_t scalers = 3;

double mean_log_degree(const std::vector<std::int64_t>& histogram) {
  double nodes = 0.0;
  double sum = 0.0;
  for (std::size_t d = 0; d < histogram.size(); ++d) {
    if (histogram[d] < 0) fail("Pna", "negative count ", histogram[d], " in the degree histogram");
    nodes += static_cast<double>(histogram[d]);
    sum += static_cast<double>(histogram[d]) * std::log(static_cast<double>(d + 1));
  }
  if (!(sum > 0.0)) fail("Pna", "the degree histogram holds no node with an edge");
  return sum / nodes;
}

}  // namespace

Pna::Pna(const PnaOptions& options_) : options(options_) {
  const std::int64_t in = options.in_features;
  std::int64_t parts = 2;
  if (options.edge_features > 0) {
    edge_encoder = register_module("edge_encoder", torch::nn::Linear(options.edge_features, in));
    parts = 3;
  }
  pre_nn = register_module("pre_nn", torch::nn::Linear(parts * in, in));
  post_nn = register_module(
      "post_nn", torch::nn::Linear((aggregators * scalers + 1) * in, options.out_features));
  lin = register_module("lin", torch::nn::Linear(options.out_features, options.out_features));
  // PyG keeps the constant as a float; the detour makes ours the same number in any dtype.
  const auto average = static_cast<float>(mean_log_degree(options.degree_histogram));
  avg_deg_log = register_buffer("avg_deg_log", at::full({1}, average));
}

at::Tensor Pna::forward(const at::Tensor& x, const Edges& edges, const at::Tensor& edge_features) {
  check_layer_input("Pna", x, options.in_features, edges, edge_features, options.edge_features);
  const std::int64_t n = edges.num_nodes;
  // pre_nn of (x_target, x_source, edge) is linear: its parts are applied to the nodes, of which
  // there are several times fewer than edges.
  const std::int64_t in = options.in_features;
  const auto part = [&](std::int64_t i) { return pre_nn->weight.narrow(1, i * in, in); };
  SumMessages messages{.left = at::linear(x, part(0), pre_nn->bias),
                       .right = at::linear(x, part(1))};
  if (edge_encoder) messages.terms = at::linear(edge_encoder(edge_features), part(2));
  const at::Tensor aggregated = message_statistics(messages, edges);
  // post_nn of (x, a, amplified a, attenuated a): the scalers are numbers of a node, so they may as
  // well be applied after its weights, where rows are shorter.
  const std::int64_t width = aggregators * in;
  const std::int64_t out = options.out_features;
  const at::Tensor weights = post_nn->weight.narrow(1, in, scalers * width)
                                 .reshape({out, scalers, width})
                                 .transpose(0, 1)
                                 .reshape({scalers * out, width});
  const auto scaled = at::linear(aggregated, weights).chunk(scalers, 1);
  const at::Tensor degree = group_sizes(edges.target, n).to(x.scalar_type()).unsqueeze(1);
  const at::Tensor amplification = at::log(degree + 1) / avg_deg_log;
  const at::Tensor attenuation = avg_deg_log / at::log(degree.clamp_min(1) + 1);
  return lin(at::linear(x, post_nn->weight.narrow(1, 0, in), post_nn->bias) + scaled[0] +
             scaled[1] * amplification + scaled[2] * attenuation);
}

}  // namespace isotypic::nn
