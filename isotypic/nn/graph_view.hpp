// GraphView: one graph as a network reads it, without tensors.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/channels/channels.hpp"
#include "isotypic/channels/orbital_descriptors.hpp"
#include "isotypic/graph/graph.hpp"
#include "isotypic/nn/graph_tensors.hpp"

namespace isotypic::nn {

/// Where the arrays of a graph lie; null where it has none. All matrices are row-major.
struct GraphView {
  std::int64_t num_nodes = 0;
  std::int64_t num_edges = 0;                 ///< undirected
  const std::int64_t* row_offsets = nullptr;  ///< [num_nodes + 1], into the next two
  const std::int32_t* neighbours = nullptr;   ///< [2 * num_edges]
  const std::int32_t* edge_ids = nullptr;     ///< [2 * num_edges], the undirected edges
  const float* node_features = nullptr;       ///< [num_nodes, F]
  std::int64_t num_node_features = 0;         ///< F
  const std::int64_t* node_categories = nullptr;
  std::int64_t num_node_categories = 0;
  const float* node_encodings = nullptr;  ///< [num_nodes, walks + laplacian]
  std::int64_t num_node_encodings = 0;
  const float* edge_features = nullptr;
  std::int64_t num_edge_features = 0;
  const std::int64_t* edge_categories = nullptr;
  std::int64_t num_edge_categories = 0;

  const float* basis = nullptr;              ///< columns x num_nodes
  const float* basis_sums = nullptr;         ///< per column
  const std::int32_t* block_dims = nullptr;  ///< columns of every block
  std::int64_t num_blocks = 0;
  std::int64_t max_blocks = 0;  ///< blocks that are known: those behind were cut off

  const float* pair_values = nullptr;  ///< [num_types, num_pair_values], the powers first
  std::int64_t num_pair_values = 0;
  const std::int32_t* pair_distances = nullptr;   ///< [num_types]
  const std::int32_t* pair_categories = nullptr;  ///< [num_types, num_edge_categories], -1: none
  const std::int32_t* pair_types = nullptr;       ///< [num_pairs], of the pairs v <= u
  const std::int32_t* pair_partners = nullptr;    ///< [num_pairs]: v; null: all pairs are described
  std::int64_t num_pairs = 0;
  std::int64_t num_types = 0;
};

/// Memory for what a view shows and nothing else holds. Kept between graphs, so that a graph no
/// larger than those before it takes none.
struct ViewArrays {
  std::vector<std::int64_t> row_offsets, node_categories, edge_categories;
  std::vector<std::int32_t> edge_ids, block_dims, pair_distances, pair_categories;
  std::vector<float> node_features, node_encodings, edge_features, basis, basis_sums, pair_values;
  std::vector<std::int64_t> filled;  ///< scratch of view_structure()
};

/// The structure of a graph, which must outlive the view. `edges`: with edge_ids.
[[nodiscard]] GraphView view_structure(const Graph& graph, bool edges, ViewArrays& arrays);

/// Adds the first `max_blocks` blocks of the graph's channels to a view; 0: all.
void view_channels(const Channels& channels, std::int64_t max_blocks, ViewArrays& arrays,
                   GraphView& view);

/// Adds node encodings: nodes x columns, row-major.
void view_encodings(std::span<const double> values, std::int64_t columns, ViewArrays& arrays,
                    GraphView& view);

/// Adds described pairs, which must outlive the view, and the categories of their edges: those that
/// the view has.
void view_pairs(const OrbitalDescriptors& pairs, const DescriptorOptions& options,
                ViewArrays& arrays, GraphView& view);

/// Graph g of a data set in float, which must outlive the view. Stand-ins and marks are not looked
/// at.
[[nodiscard]] GraphView view_graph(const GraphTensors& data, std::int64_t g, ViewArrays& arrays);

}  // namespace isotypic::nn
