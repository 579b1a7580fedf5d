#include "isotypic/nn/readouts/operator_readout.hpp"

#include <ATen/ATen.h>

#include <cmath>
#include <numeric>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/initialise.hpp"
#include "isotypic/nn/kernels/operators/operator_kernel.hpp"
#include "isotypic/nn/kernels/scatter.hpp"
#include "isotypic/nn/kernels/shared_norm.hpp"
#include "isotypic/nn/packed_pairs.hpp"
#include "isotypic/nn/return_probabilities.hpp"

namespace isotypic::nn {
namespace {

constexpr const char* readout_name = "OperatorReadout";

/// Columns of phi: described values, one distance of 0 .. max_distance, one category per column.
std::int64_t phi_columns(const OperatorOptions& options) {
  return num_descriptor_columns({.powers = options.powers}) + options.max_distance + 1 +
         std::accumulate(options.edge_categories.begin(), options.edge_categories.end(),
                         std::int64_t{0});
}

/// Weights that `heads` operators add to the readout, rho's included.
std::int64_t operator_weights(const OperatorOptions& options, std::int64_t heads, std::int64_t d) {
  const std::int64_t network =
      (phi_columns(options) + 1) * options.hidden + (options.hidden + 1) * heads;
  const std::int64_t mixed = d + 2 * heads;
  return network + d * d + 2 * mixed + mixed * d;
}

/// sqrt(x), with value and gradient 0 where x is at most `floor`.
at::Tensor safe_sqrt(const at::Tensor& x, double floor) {
  const at::Tensor seen = x > floor;
  return at::where(seen, at::where(seen, x, at::ones_like(x)).sqrt(), at::zeros_like(x));
}

}  // namespace

OperatorReadout::OperatorReadout(const OperatorOptions& options_, std::int64_t features_,
                                 bool plain_)
    : options(options_), features(features_), plain(plain_) {
  const bool mixes = options.heads > 0;
  if (options.heads < 0 || (mixes && features % options.heads != 0)) {
    fail(readout_name, options.heads, " heads do not divide the width ", features);
  }
  if (options.form == OperatorForm::Statistics && !mixes) {
    fail(readout_name, "statistics of operators need at least one head");
  }
  const std::int64_t columns = num_descriptor_columns({.powers = options.powers});
  pair_mean = register_buffer("pair_mean", at::zeros({columns}));
  pair_factor = register_buffer("pair_factor", at::ones({columns}));
  return_mean = register_buffer("return_mean", at::zeros({options.powers}));
  return_factor = register_buffer("return_factor", at::ones({options.powers}));
  if (!options.sizes) pair_factor.narrow(0, options.powers, num_size_columns).zero_();
  const std::int64_t mixed = mixes ? features + 2 * options.heads : 0;
  if (mixes) {
    coefficients = register_module(
        "coefficients", std::make_shared<Mlp>(phi_columns(options), options.hidden, options.heads));
    mix = register_module("mix", linear_without_bias(features, features));
    norm = register_module("norm", torch::nn::BatchNorm1d(mixed));
  }
  if (options.form == OperatorForm::Statistics) {
    statistics =
        register_module("statistics", torch::nn::Linear(features + 3 * options.heads, features));
    return;
  }
  const std::int64_t inputs = features + mixed + (options.diagonal ? options.powers : 0);
  std::int64_t hidden = features;
  if (options.match_weights) {
    hidden +=
        operator_weights(options, OperatorOptions{}.heads, features) / (inputs + 1 + features);
  }
  rho_hidden = register_module("rho_hidden", torch::nn::Linear(inputs, hidden));
  rho_output = register_module("rho_output", torch::nn::Linear(hidden, features));
}

void OperatorReadout::learn_scales(const GraphTensors& data, std::span<const std::int64_t> ids) {
  if (options.heads == 0 && !options.diagonal) return;
  const ColumnScales pairs = pair_scales(data, ids);
  const ColumnScales nodes = return_scales(data, ids);
  pair_mean.copy_(pairs.mean);
  pair_factor.copy_(pairs.factor);
  return_mean.copy_(nodes.mean);
  return_factor.copy_(nodes.factor);
  if (!options.sizes) pair_factor.narrow(0, options.powers, num_size_columns).zero_();
}

void OperatorReadout::check_batch(const at::Tensor& x, const Batch& batch) const {
  check_readout_input(readout_name, x, batch, features);
  if (options.heads == 0 && !options.diagonal) return;
  if (!batch.has_pairs()) fail(readout_name, "the batch has no described pairs");
  if (batch.pairs.values.size(1) != pair_mean.size(0)) {
    fail(readout_name, "pairs are described by ", batch.pairs.values.size(1), " values, not ",
         pair_mean.size(0));
  }
  if (batch.pairs.values.scalar_type() != x.scalar_type()) {
    fail(readout_name, "embeddings are ", x.scalar_type(), ", described pairs ",
         batch.pairs.values.scalar_type());
  }
  const std::int64_t categories =
      batch.pairs.categories.defined() ? batch.pairs.categories.size(1) : 0;
  if (options.heads > 0 && !options.edge_categories.empty() &&
      std::ssize(options.edge_categories) != categories) {
    fail(readout_name, "edges have ", categories, " categories, not ",
         options.edge_categories.size());
  }
}

at::Tensor OperatorReadout::mixed_nodes(const at::Tensor& x, const Batch& batch) {
  return uses_kernels(x)
             ? operator_products(pair_coefficients(batch.pairs, *this), x, mix->weight, batch)
             : operator_products_plain(pair_coefficients_plain(batch.pairs, *this), mix(x), batch);
}

at::Tensor OperatorReadout::forward(const at::Tensor& x, const Batch& batch) {
  check_batch(x, batch);
  NodeParts parts{.x = x, .mixed = {}, .walks = {}};
  if (options.heads > 0) parts.mixed = batch_norm(norm, mixed_nodes(x, batch), batch.share);
  if (options.form == OperatorForm::Statistics) {
    return scatter_sum(x, batch.graph_of_node, batch.num_graphs) +
           read_statistics(parts.mixed.narrow(1, 0, features), batch);
  }
  if (options.diagonal) {
    parts.walks = (return_probabilities(batch, options.powers) - return_mean) * return_factor;
  }
  return sum_of_nodes(parts, batch);
}

/// The second map of rho is linear, so it is applied to the sum: one row per graph, not per node.
at::Tensor OperatorReadout::sum_of_nodes(const NodeParts& parts, const Batch& batch) {
  const at::Tensor sums = uses_kernels(parts.x)
                              ? node_sums(parts, rho_hidden->weight, rho_hidden->bias, batch)
                              : node_sums_plain(parts, rho_hidden->weight, rho_hidden->bias, batch);
  const at::Tensor nodes = (batch.node_offsets.slice(0, 1) - batch.node_offsets.slice(0, 0, -1))
                               .to(sums.options())
                               .unsqueeze(1);
  return sums.matmul(rho_output->weight.t()) + nodes * rho_output->bias;
}

at::Tensor OperatorReadout::read_statistics(const at::Tensor& y, const Batch& batch) {
  const std::int64_t graphs = batch.num_graphs;
  const at::Tensor& index = batch.graph_of_node;
  const at::Tensor by_head = y.reshape({batch.num_nodes, options.heads, -1});
  const at::Tensor sums = scatter_sum(y.contiguous(), index, graphs);
  const at::Tensor mean = scatter_mean(y.contiguous(), index, graphs);
  const at::Tensor energy = by_head.square().sum(2);
  const double floor = y.scalar_type() == at::kDouble ? 1e-20 : 1e-12;
  const at::Tensor s1 = safe_sqrt(sums.reshape({graphs, options.heads, -1}).square().sum(2), floor);
  const at::Tensor s2 = safe_sqrt(scatter_sum(energy, index, graphs), floor);
  const at::Tensor s3 = scatter_mean(safe_sqrt(energy, floor), index, graphs);
  return statistics(at::cat({s1, s2, s3, mean}, 1));
}

at::Tensor pair_coefficients_plain(const PairBatch& pairs, OperatorReadout& readout) {
  const auto options = pairs.values.options();
  const auto one_hot = [&](const at::Tensor& numbers, std::int64_t size) {
    return (numbers.unsqueeze(1) == at::arange(size, numbers.options())).to(options);
  };
  std::vector<at::Tensor> columns = {
      (pairs.values - readout.pair_mean) * readout.pair_factor,
      one_hot(pairs.distances.to(options.device()), readout.options.max_distance + 1)};
  for (std::size_t c = 0; c < readout.options.edge_categories.size(); ++c) {
    columns.push_back(
        one_hot(pairs.categories.select(1, static_cast<std::int64_t>(c)).to(options.device()),
                readout.options.edge_categories[c]));
  }
  return readout.coefficients->forward(at::cat(columns, 1));
}

at::Tensor operator_products_plain(const at::Tensor& c, const at::Tensor& v, const Batch& batch) {
  const auto* nodes = batch.node_offsets.data_ptr<std::int64_t>();
  const auto* types = batch.pairs.type_offsets.data_ptr<std::int64_t>();
  const PairIndex pairs = pair_index(batch);
  const std::int64_t heads = c.size(1);
  const at::Tensor with_zero = at::cat({c, at::zeros({1, heads}, c.options())});
  std::vector<at::Tensor> graphs;
  for (std::int64_t g = 0; g < batch.num_graphs; ++g) {
    const std::int64_t n = nodes[g + 1] - nodes[g];
    at::Tensor index = at::full({n, n}, c.size(0), at::kLong);  // the operators are 0 out of reach
    auto* entry = index.data_ptr<std::int64_t>();
    over_pairs(packed_pairs(pairs, g), [&](std::int64_t i, std::int64_t j, std::int32_t type) {
      entry[i * n + j] = entry[j * n + i] = types[g] + type;
    });
    const at::Tensor s = with_zero.index_select(0, index.view({-1}).to(c.device()))
                             .view({n, n, heads})
                             .permute({2, 0, 1});
    const at::Tensor own = v.narrow(0, nodes[g], n).view({n, heads, -1}).permute({1, 0, 2});
    graphs.push_back(at::cat({at::bmm(s, own).permute({1, 0, 2}).reshape({n, v.size(1)}),
                              s.sum(2).t(), s.diagonal(0, 1, 2).t()},
                             1));
  }
  return at::cat(graphs);
}

at::Tensor node_sums_plain(const NodeParts& parts, const at::Tensor& weight, const at::Tensor& bias,
                           const Batch& batch) {
  std::vector<at::Tensor> columns = {parts.x};
  for (const at::Tensor& part : {parts.mixed, parts.walks}) {
    if (part.defined()) columns.push_back(part);
  }
  const at::Tensor hidden = at::relu(at::linear(at::cat(columns, 1), weight, bias));
  return scatter_sum(hidden, batch.graph_of_node, batch.num_graphs);
}

}  // namespace isotypic::nn
