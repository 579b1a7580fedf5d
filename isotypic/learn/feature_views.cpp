#include "isotypic/learn/feature_views.hpp"

#include <algorithm>

#include "isotypic/base/error.hpp"

namespace isotypic::learn {
namespace {

/// Checks labels and writes them as the categories of the training.
void view_labels(const CategoryRef& labels, std::int64_t rows,
                 const std::vector<std::int64_t>& sizes, std::int64_t shift, std::int64_t graph,
                 const char* what, std::vector<std::int64_t>& categories) {
  check_categories(labels, rows, sizes, shift, graph, what, shift);
  categories.resize(static_cast<std::size_t>(rows) * sizes.size());
  auto* out = categories.data();
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = 0; c < std::ssize(sizes); ++c) *out++ = labels(r, c) + shift;
  }
}

/// Checks attributes and copies them.
void view_attributes(const FloatRef& attributes, std::int64_t rows, std::int64_t columns,
                     std::int64_t graph, const char* what, std::vector<float>& features) {
  check_features(attributes, rows, columns, graph, what);
  if (!attributes.allFinite()) {
    fail("prepare", "graph ", graph, " has ", what, " attributes that are not finite");
  }
  features.resize(static_cast<std::size_t>(rows * columns));
  if (rows > 0) Eigen::Map<FloatMatrix>(features.data(), rows, columns) = attributes;
}

void view_nodes(const RawFeatures& raw, const DataShape& shape, std::int64_t graph,
                nn::ViewArrays& arrays, nn::GraphView& view) {
  const std::int64_t n = view.num_nodes;
  const NodeInput input = shape.node_input;
  if (input == NodeInput::Labels || input == NodeInput::Both) {
    view_labels(raw.node_categories, n, shape.node_categories, shape.node_label_shift, graph,
                "node", arrays.node_categories);
  }
  if (input == NodeInput::Labels) {
    view.node_categories = arrays.node_categories.data();
    view.num_node_categories = std::ssize(shape.node_categories);
    return;
  }
  if (input == NodeInput::Attributes || input == NodeInput::Both) {
    view_attributes(raw.node_features, n, shape.node_features, graph, "node", arrays.node_features);
  }
  view.num_node_features = input == NodeInput::Constant ? 1 : shape.node_features;
  if (input == NodeInput::Constant) arrays.node_features.assign(static_cast<std::size_t>(n), 1.0F);
  if (input == NodeInput::Both) {
    view.num_node_features = joined_columns(shape);
    arrays.node_features.assign(static_cast<std::size_t>(n * view.num_node_features), 0.0F);
    join_features(raw.node_categories, raw.node_features, shape, shape.node_label_shift,
                  Eigen::Map<FloatMatrix>(arrays.node_features.data(), n, view.num_node_features));
  }
  view.node_features = arrays.node_features.data();
}

}  // namespace

void view_features(const RawFeatures& raw, const DataShape& shape, std::int64_t graph,
                   nn::ViewArrays& arrays, nn::GraphView& view) {
  if (view.num_nodes == 0) fail("prepare", "graph ", graph, " has no nodes");
  view_nodes(raw, shape, graph, arrays, view);
  if (!shape.edge_categories.empty()) {
    view_labels(raw.edge_categories, view.num_edges, shape.edge_categories, shape.edge_label_shift,
                graph, "edge", arrays.edge_categories);
    view.edge_categories = arrays.edge_categories.data();
    view.num_edge_categories = std::ssize(shape.edge_categories);
  }
  if (shape.edge_features > 0) {
    view_attributes(raw.edge_features, view.num_edges, shape.edge_features, graph, "edge",
                    arrays.edge_features);
    view.edge_features = arrays.edge_features.data();
    view.num_edge_features = shape.edge_features;
  }
}

}  // namespace isotypic::learn
