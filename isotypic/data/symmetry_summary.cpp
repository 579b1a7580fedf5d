#include "isotypic/data/symmetry_summary.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numbers>
#include <string>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/base/parallel.hpp"
#include "isotypic/channels/readout.hpp"

namespace isotypic {
namespace {

/// What is found out about one graph.
struct GraphSymmetry {
  bool asymmetric = false;
  std::int64_t orbits = 0;
  double log_order = 0.0;
  bool too_large = false;
  double channel_energy = 1.0;
  double component_energy = 1.0;
};

/// The natural logarithm of a decimal number of any length.
double log_of_decimal(const std::string& digits) {
  constexpr std::size_t leading = 15;
  const std::string head = digits.substr(0, leading);
  return std::log(std::stod(head)) +
         static_cast<double>(digits.size() - head.size()) * std::numbers::ln10;
}

/// Labels one column each, then attributes; degrees if there are neither. Labels that no node of
/// the graph has would be columns of zeros, which hold no energy.
Eigen::MatrixXd node_matrix(const Sample& sample) {
  const std::int64_t nodes = sample.graph.num_nodes();
  std::map<std::pair<std::int64_t, std::int32_t>, std::int64_t> columns;  // of (column, label)
  for (std::int64_t c = 0; c < sample.node_categories.cols(); ++c) {
    for (std::int64_t v = 0; v < nodes; ++v) {
      columns.try_emplace({c, sample.node_categories(v, c)}, std::ssize(columns));
    }
  }
  const std::int64_t labels = std::ssize(columns);
  const std::int64_t attributes = sample.node_features.cols();
  Eigen::MatrixXd matrix =
      Eigen::MatrixXd::Zero(nodes, std::max<std::int64_t>(1, labels + attributes));
  for (std::int64_t v = 0; v < nodes; ++v) {
    for (std::int64_t c = 0; c < sample.node_categories.cols(); ++c) {
      matrix(v, columns.at({c, sample.node_categories(v, c)})) = 1.0;
    }
    for (std::int64_t c = 0; c < attributes; ++c) {
      matrix(v, labels + c) = sample.node_features(v, c);
    }
    if (labels + attributes == 0) matrix(v, 0) = static_cast<double>(sample.graph.degree(v));
  }
  return matrix;
}

double energy_of(const Symmetry& symmetry, const Eigen::MatrixXd& features, Grouping grouping,
                 std::int64_t blocks) {
  const Channels channels =
      decompose(symmetry, ChannelOptions{.grouping = grouping, .max_blocks = blocks});
  return isotypic_features(channels, features,
                           IsotypicReadoutOptions{.max_blocks = blocks, .rp_dim = 0})
      .retained_energy;
}

GraphSymmetry examine(const Sample& sample, std::int64_t blocks) {
  const Graph& graph = sample.graph;
  const Symmetry symmetry = compute_symmetry(graph);
  GraphSymmetry found{.asymmetric = symmetry.order == "1",
                      .orbits = symmetry.num_orbits,
                      .log_order = log_of_decimal(symmetry.order),
                      .too_large = graph.num_nodes() > max_decompose_nodes};
  if (found.too_large || graph.num_nodes() == 0) return found;
  const Eigen::MatrixXd features = node_matrix(sample);
  found.channel_energy = energy_of(symmetry, features, Grouping::Channels, blocks);
  found.component_energy = energy_of(symmetry, features, Grouping::Components, blocks);
  return found;
}

double median(std::vector<double> values) {
  if (values.empty()) return 1.0;
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

SymmetrySummary collect(const std::vector<GraphSymmetry>& graphs) {
  SymmetrySummary summary;
  const auto count = static_cast<double>(graphs.size());
  std::vector<double> channels, components;
  for (const GraphSymmetry& graph : graphs) {
    summary.asymmetric += graph.asymmetric ? 1.0 / count : 0.0;
    summary.mean_orbits += static_cast<double>(graph.orbits) / count;
    summary.mean_log_order += graph.log_order / count;
    summary.too_large += graph.too_large ? 1 : 0;
    if (graph.too_large) continue;
    channels.push_back(graph.channel_energy);
    components.push_back(graph.component_energy);
  }
  summary.channel_energy = median(std::move(channels));
  summary.component_energy = median(std::move(components));
  return summary;
}

}  // namespace

SymmetrySummary summarise_symmetry(const Dataset& dataset, const SymmetrySummaryOptions& options) {
  constexpr const char* where = "summarise_symmetry";
  if (dataset.samples.empty()) fail(where, dataset.name, " has no graphs");
  std::vector<GraphSymmetry> graphs(dataset.samples.size());
  std::mutex mutex;
  std::int64_t done = 0;
  parallel_for(std::ssize(graphs), options.threads, [&](std::int64_t i) {
    if (options.stop.stop_requested()) fail_as(ErrorKind::Cancelled, where, "stopped");
    graphs[i] = examine(dataset.samples[i], options.blocks);
    const std::scoped_lock lock(mutex);
    if (options.progress) options.progress(++done, std::ssize(graphs));
  });
  return collect(graphs);
}

}  // namespace isotypic
