// Operations that make graphs from graphs.
//
// Colours are never dropped silently. An operation keeps those its result can carry and throws
// Error for the others; call without_colours first to do without them.
#pragma once

#include <cstdint>
#include <span>

#include "isotypic/graph/graph.hpp"

namespace isotypic {

/// The graphs side by side, nodes numbered graph after graph. Node colours are kept if all graphs
/// that have nodes have them, edge colours if all that have edges have them; a mixture is an
/// error.
[[nodiscard]] Graph disjoint_union(std::span<const Graph> graphs);
[[nodiscard]] Graph disjoint_union(const Graph& a, const Graph& b);

/// `copies` disjoint copies of one graph, colours kept.
[[nodiscard]] Graph disjoint_copies(const Graph& graph, std::int64_t copies);

/// Joins exactly the pairs that are not joined. Keeps node colours; edge colours are an error.
[[nodiscard]] Graph complement(const Graph& graph);

/// Node (u, v) is u * b.num_nodes() + v; a step moves along an edge of a or of b. Colours are an
/// error.
[[nodiscard]] Graph cartesian_product(const Graph& a, const Graph& b);

/// Node (u, v) is u * b.num_nodes() + v; a step moves along an edge of a and one of b at once. With
/// b = K_2 this is the bipartite double. Colours are an error.
[[nodiscard]] Graph direct_product(const Graph& a, const Graph& b);

/// Node i is edge i of `edges()`; two are joined when they share an end. Colours are an error.
[[nodiscard]] Graph line_graph(const Graph& graph);

}  // namespace isotypic
