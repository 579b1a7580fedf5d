#include "isotypic/data/summary.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace isotypic {
namespace {

void count_categories(const CategoryMatrix& matrix, std::vector<std::int64_t>& sizes) {
  if (matrix.rows() == 0) return;
  if (std::ssize(sizes) < matrix.cols()) sizes.resize(matrix.cols(), 0);
  for (std::int64_t c = 0; c < matrix.cols(); ++c) {
    sizes[c] = std::max<std::int64_t>(sizes[c], matrix.col(c).maxCoeff() + 1);
  }
}

TargetSummary summarise_target(const Dataset& dataset, std::size_t column) {
  TargetSummary target;
  double sum = 0.0;
  for (const Sample& sample : dataset.samples) {
    const double value = sample.targets[column];
    if (std::isnan(value)) {
      ++target.missing;
      continue;
    }
    target.min = target.present == 0 ? value : std::min(target.min, value);
    target.max = target.present == 0 ? value : std::max(target.max, value);
    sum += value;
    ++target.present;
  }
  if (target.present == 0) return target;
  target.mean = sum / static_cast<double>(target.present);
  double squares = 0.0;
  for (const Sample& sample : dataset.samples) {
    const double value = sample.targets[column];
    if (!std::isnan(value)) squares += (value - target.mean) * (value - target.mean);
  }
  if (target.present > 1) {
    target.deviation = std::sqrt(squares / static_cast<double>(target.present - 1));
  }
  return target;
}

void count_graph(const Sample& sample, DatasetSummary& summary) {
  const std::int64_t n = sample.graph.num_nodes();
  summary.min_nodes = summary.graphs == 0 ? n : std::min(summary.min_nodes, n);
  summary.max_nodes = std::max(summary.max_nodes, n);
  ++summary.graphs;
  summary.nodes += n;
  summary.edges += sample.graph.num_edges();
  for (std::int64_t v = 0; v < n; ++v) {
    if (sample.graph.degree(v) == 0) ++summary.isolated_nodes;
  }
  summary.node_features =
      std::max<std::int64_t>(summary.node_features, sample.node_features.cols());
  summary.edge_features =
      std::max<std::int64_t>(summary.edge_features, sample.edge_features.cols());
  count_categories(sample.node_categories, summary.node_categories);
  count_categories(sample.edge_categories, summary.edge_categories);
}

}  // namespace

DatasetSummary summarise(const Dataset& dataset) {
  DatasetSummary summary;
  summary.class_sizes.resize(dataset.class_labels.size(), 0);
  for (const Sample& sample : dataset.samples) {
    count_graph(sample, summary);
    if (!summary.class_sizes.empty()) ++summary.class_sizes[sample.label];
  }
  if (summary.graphs == 0) return summary;
  summary.mean_nodes = static_cast<double>(summary.nodes) / static_cast<double>(summary.graphs);
  summary.mean_edges = static_cast<double>(summary.edges) / static_cast<double>(summary.graphs);
  for (std::size_t c = 0; c < dataset.samples.front().targets.size(); ++c) {
    summary.targets.push_back(summarise_target(dataset, c));
  }
  return summary;
}

}  // namespace isotypic
