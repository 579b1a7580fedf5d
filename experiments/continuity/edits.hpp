// The smallest edits of a graph that keep it in its class.
#pragma once

#include <cstdint>
#include <optional>

#include "isotypic/base/random.hpp"
#include "isotypic/graph/graph.hpp"

namespace isotypic::experiments {

/// One edge is removed and another is added: the number of edges stays. Nothing if the graph has no
/// edge, or no pair that is not one.
[[nodiscard]] std::optional<Graph> move_edge(const Graph& graph, Random& random);

/// Edges ab and cd become ac and bd: all degrees stay. Nothing if 1,000 tries find no such edges.
[[nodiscard]] std::optional<Graph> switch_edges(const Graph& graph, Random& random);

/// A node with one neighbour moves to another node of degree below `max_degree`: a connected graph
/// stays connected, a tree a tree. Nothing if there is no such node.
[[nodiscard]] std::optional<Graph> move_leaf(const Graph& graph, std::int64_t max_degree,
                                             Random& random);

}  // namespace isotypic::experiments
