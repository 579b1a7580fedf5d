// Distances in a graph: from one node, and what all of them say together.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "isotypic/graph/graph.hpp"

namespace isotypic {

/// The number of edges on a shortest path from `start` to every node; -1: there is no path.
/// Takes O(nodes + edges).
[[nodiscard]] std::vector<std::int32_t> distances_from(const Graph& graph, std::int32_t start);

struct DistanceSummary {
  std::optional<std::int64_t> diameter;  ///< the largest distance; none: not connected, no nodes
  std::optional<std::int64_t> girth;     ///< the length of a shortest cycle; none: no cycle
};

/// Looks from the nodes of `starts` only. That is enough if they hold one node of every orbit of a
/// group of automorphisms. Takes O(starts * (nodes + edges)).
[[nodiscard]] DistanceSummary summarise_distances(const Graph& graph,
                                                  std::span<const std::int32_t> starts);

}  // namespace isotypic
