#include "isotypic/nn/graph_view.hpp"

#include <ATen/core/Tensor.h>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/basis_columns.hpp"
#include "isotypic/nn/edge_numbers.hpp"

namespace isotypic::nn {
namespace {

/// Row `first` of a matrix of a data set, and its number of columns.
template <typename T>
void view_rows(const at::Tensor& tensor, std::int64_t first, const T*& rows,
               std::int64_t& columns) {
  if (!tensor.defined()) return;
  columns = tensor.size(1);
  rows = tensor.data_ptr<T>() + first * columns;
}

void view_channels(const GraphTensors& data, std::int64_t g, GraphView& view) {
  view.basis = data.basis.data_ptr<float>() + data.basis_offsets[g];
  view.basis_sums = data.basis_sums.data_ptr<float>() + data.column_offsets[g];
  view.block_dims = data.block_dims.data() + data.block_offsets[g];
  view.num_blocks = data.block_offsets[g + 1] - data.block_offsets[g];
  view.max_blocks = data.max_blocks;
}

void view_pairs(const PairTensors& pairs, std::int64_t g, GraphView& view) {
  const std::int64_t first = pairs.type_offsets[g];
  view.num_types = pairs.type_offsets[g + 1] - first;
  view_rows(pairs.values, first, view.pair_values, view.num_pair_values);
  view.pair_distances = pairs.distances.data_ptr<std::int32_t>() + first;
  std::int64_t categories = 0;
  view_rows(pairs.categories, first, view.pair_categories, categories);
  view.pair_types = pairs.type_of.data_ptr<std::int32_t>() + pairs.pair_offsets[g];
  view.num_pairs = pairs.pair_offsets[g + 1] - pairs.pair_offsets[g];
  if (pairs.partner_offsets[g + 1] > pairs.partner_offsets[g]) {
    view.pair_partners = pairs.partners.data_ptr<std::int32_t>() + pairs.partner_offsets[g];
  }
}

}  // namespace

GraphView view_structure(const Graph& graph, bool edges, ViewArrays& arrays) {
  GraphView view{.num_nodes = graph.num_nodes(),
                 .num_edges = graph.num_edges(),
                 .row_offsets = graph.offsets().data(),
                 .neighbours = graph.adjacency().data()};
  if (!edges) return view;
  arrays.edge_ids.resize(graph.adjacency().size());
  number_edges(graph, arrays.filled, arrays.edge_ids.data());
  view.edge_ids = arrays.edge_ids.data();
  return view;
}

void view_channels(const Channels& channels, std::int64_t max_blocks, ViewArrays& arrays,
                   GraphView& view) {
  if (channels.num_nodes() != view.num_nodes) {
    fail("view_channels", "the channels belong to another graph");
  }
  const std::int64_t kept = kept_blocks(channels, max_blocks);
  const std::int64_t columns = kept_columns(channels, kept);
  arrays.basis.resize(static_cast<std::size_t>(columns * view.num_nodes));
  arrays.basis_sums.resize(static_cast<std::size_t>(columns));
  arrays.block_dims.resize(static_cast<std::size_t>(kept));
  copy_basis(channels, kept, arrays.basis.data(), arrays.basis_sums.data(),
             arrays.block_dims.data());
  view.basis = arrays.basis.data();
  view.basis_sums = arrays.basis_sums.data();
  view.block_dims = arrays.block_dims.data();
  view.num_blocks = kept;
  view.max_blocks = cuts_blocks(channels, kept) ? kept : std::numeric_limits<std::int64_t>::max();
}

void view_encodings(std::span<const double> values, std::int64_t columns, ViewArrays& arrays,
                    GraphView& view) {
  arrays.node_encodings.assign(values.begin(), values.end());
  view.node_encodings = arrays.node_encodings.data();
  view.num_node_encodings = columns;
}

void view_pairs(const OrbitalDescriptors& pairs, const DescriptorOptions& options,
                ViewArrays& arrays, GraphView& view) {
  arrays.pair_values.assign(pairs.values.begin(), pairs.values.end());
  arrays.pair_distances.clear();
  arrays.pair_categories.clear();
  const std::int64_t categories = view.num_edge_categories;
  for (const PairType& type : pairs.types) {
    arrays.pair_distances.push_back(type.distance);
    for (std::int64_t c = 0; c < categories; ++c) {
      arrays.pair_categories.push_back(
          type.edge < 0
              ? -1
              : static_cast<std::int32_t>(view.edge_categories[type.edge * categories + c]));
    }
  }
  view.num_types = std::ssize(pairs.types);
  view.pair_values = arrays.pair_values.data();
  view.num_pair_values = num_descriptor_columns(options);
  view.pair_distances = arrays.pair_distances.data();
  view.pair_categories = arrays.pair_categories.data();
  view.pair_types = pairs.type_of.data();
  view.pair_partners = pairs.partners.empty() ? nullptr : pairs.partners.data();
  view.num_pairs = std::ssize(pairs.type_of);
}

GraphView view_graph(const GraphTensors& data, std::int64_t g, ViewArrays& arrays) {
  if (g < 0 || g >= data.num_graphs) {
    fail("view_graph", "graph ", g, " is not among the ", data.num_graphs);
  }
  const std::int64_t node = data.node_offsets[g];
  const std::int64_t edge = data.edge_offsets[g];
  GraphView view{.num_nodes = data.node_offsets[g + 1] - node,
                 .num_edges = data.edge_offsets[g + 1] - edge,
                 .neighbours = data.neighbours.data() + 2 * edge,
                 .edge_ids = data.edge_ids.data() + 2 * edge};
  arrays.row_offsets.assign(1, 0);
  for (std::int64_t v = node; v < data.node_offsets[g + 1]; ++v) {
    arrays.row_offsets.push_back(arrays.row_offsets.back() + data.degrees[v]);
  }
  view.row_offsets = arrays.row_offsets.data();
  view_rows(data.node_features, node, view.node_features, view.num_node_features);
  view_rows(data.node_categories, node, view.node_categories, view.num_node_categories);
  view_rows(data.node_encodings, node, view.node_encodings, view.num_node_encodings);
  view_rows(data.edge_features, edge, view.edge_features, view.num_edge_features);
  view_rows(data.edge_categories, edge, view.edge_categories, view.num_edge_categories);
  if (data.has_channels) view_channels(data, g, view);
  if (data.pairs) view_pairs(*data.pairs, g, view);
  return view;
}

}  // namespace isotypic::nn
