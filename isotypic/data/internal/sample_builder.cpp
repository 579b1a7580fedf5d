#include "isotypic/data/internal/sample_builder.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace isotypic {
namespace {

Edge ascending(Edge edge) { return {std::min(edge.u, edge.v), std::max(edge.u, edge.v)}; }

/// Keeps the first line of every undirected edge, in the order of Graph::edges().
std::vector<EdgeRow> undirected(std::vector<EdgeRow> rows, Simplification& dropped) {
  const auto is_loop = [](const EdgeRow& row) { return row.edge.u == row.edge.v; };
  dropped.self_loops += static_cast<std::int64_t>(std::erase_if(rows, is_loop));
  std::ranges::sort(rows, [](const EdgeRow& a, const EdgeRow& b) {
    return std::pair(ascending(a.edge), a.row) < std::pair(ascending(b.edge), b.row);
  });
  std::vector<EdgeRow> kept;
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    const Edge edge = ascending(rows[begin].edge);
    std::int64_t forward = 0;
    while (end < rows.size() && ascending(rows[end].edge) == edge) {
      forward += rows[end++].edge == edge ? 1 : 0;
    }
    const std::int64_t backward = static_cast<std::int64_t>(end - begin) - forward;
    dropped.duplicate_edges += std::max<std::int64_t>(forward - 1, 0);
    dropped.duplicate_edges += std::max<std::int64_t>(backward - 1, 0);
    kept.push_back({edge, rows[begin].row});
  }
  return kept;
}

FloatMatrix float_rows(const FeatureTables& tables, std::span<const std::int64_t> rows) {
  if (!tables.floats) return {};
  FloatMatrix matrix(std::ssize(rows), tables.floats->columns);
  for (std::int64_t i = 0; i < matrix.rows(); ++i) {
    for (std::int64_t c = 0; c < matrix.cols(); ++c) {
      matrix(i, c) = static_cast<float>((*tables.floats)(rows[i], c));
    }
  }
  return matrix;
}

CategoryMatrix category_rows(const FeatureTables& tables, std::span<const std::int64_t> rows) {
  if (!tables.categories) return {};
  // Labels index embeddings and one-hot columns, as many as the largest label says.
  constexpr std::int64_t most = 1'000'000;
  CategoryMatrix matrix(std::ssize(rows), tables.categories->columns);
  for (std::int64_t i = 0; i < matrix.rows(); ++i) {
    for (std::int64_t c = 0; c < matrix.cols(); ++c) {
      const std::int64_t label = tables.categories->integer(rows[i], c, "a label", -most, most);
      matrix(i, c) = static_cast<std::int32_t>(label + tables.category_shift);
    }
  }
  return matrix;
}

}  // namespace

void add_sample(Dataset& dataset, std::int64_t first_node, std::int64_t num_nodes,
                std::vector<EdgeRow> edge_rows, const FeatureTables& nodes,
                const FeatureTables& edges) {
  const std::vector<EdgeRow> kept = undirected(std::move(edge_rows), dataset.dropped);
  std::vector<Edge> ends;
  std::vector<std::int64_t> lines;
  for (const EdgeRow& row : kept) {
    ends.push_back(row.edge);
    lines.push_back(row.row);
  }
  std::vector<std::int64_t> node_rows(static_cast<std::size_t>(num_nodes));
  std::iota(node_rows.begin(), node_rows.end(), first_node);
  dataset.samples.push_back({.graph = make_graph(num_nodes, ends),
                             .node_features = float_rows(nodes, node_rows),
                             .node_categories = category_rows(nodes, node_rows),
                             .edge_features = float_rows(edges, lines),
                             .edge_categories = category_rows(edges, lines),
                             .id = std::ssize(dataset.samples)});
}

void number_classes(Dataset& dataset) {
  std::vector<std::int64_t> labels;
  for (const Sample& sample : dataset.samples) labels.push_back(sample.label);
  std::ranges::sort(labels);
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  for (Sample& sample : dataset.samples) {
    sample.label = std::ranges::lower_bound(labels, sample.label) - labels.begin();
  }
  dataset.class_labels = std::move(labels);
}

}  // namespace isotypic
