#include "isotypic/nn/pna.hpp"

#include <ATen/ATen.h>

#include <cmath>

#include "isotypic/error.hpp"
#include "isotypic/nn/scatter.hpp"

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
  // pre_nn of (x_target, x_source, edge) is linear: its three parts are applied before the rows are
  // copied to the edges, which are several times as many as the nodes.
  const std::int64_t in = options.in_features;
  const auto part = [&](std::int64_t i) { return pre_nn->weight.narrow(1, i * in, in); };
  at::Tensor messages = gather_rows(at::linear(x, part(0), pre_nn->bias), edges.target) +
                        gather_rows(at::linear(x, part(1)), edges.source);
  if (edge_encoder) messages = messages + at::linear(edge_encoder(edge_features), part(2));
  const at::Tensor aggregated =
      at::cat({scatter_mean(messages, edges.target, n), scatter_min(messages, edges.target, n),
               scatter_max(messages, edges.target, n), scatter_std(messages, edges.target, n)},
              1);
  const at::Tensor degree = group_sizes(edges.target, n).to(x.scalar_type()).unsqueeze(1);
  const at::Tensor scaled =
      at::cat({x, aggregated, aggregated * (at::log(degree + 1) / avg_deg_log),
               aggregated * (avg_deg_log / at::log(degree.clamp_min(1) + 1))},
              1);
  return lin(post_nn(scaled));
}

}  // namespace isotypic::nn
