// Regularity: is a graph bipartite, strongly regular, distance-regular?
//
// The functions look from the nodes of `starts` only. That is enough if they hold one node of every
// orbit of a group of automorphisms; all nodes are always enough.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isotypic/graph/graph.hpp"

namespace isotypic {

/// Whether two colours can be given to the nodes so that every edge joins different ones.
/// Takes O(nodes + edges).
[[nodiscard]] bool is_bipartite(const Graph& graph);

/// How many pairs of neighbours of a node are joined. Takes as many steps as its neighbours have
/// neighbours.
[[nodiscard]] std::int64_t triangles_at(const Graph& graph, std::int32_t node);

/// The parameters (n, k, lambda, mu) of a strongly regular graph.
struct StronglyRegular {
  std::int64_t num_nodes = 0;
  std::int64_t degree = 0;
  std::int64_t lambda = 0;  ///< common neighbours of two adjacent nodes
  std::int64_t mu = 0;      ///< common neighbours of two other nodes

  friend bool operator==(const StronglyRegular&, const StronglyRegular&) = default;
};

/// None if the graph is not strongly regular. Complete graphs and graphs without edges do not
/// count; disjoint copies of a complete graph do (mu = 0).
[[nodiscard]] std::optional<StronglyRegular> strongly_regular(const Graph& graph,
                                                              std::span<const std::int32_t> starts);

/// The intersection array of a distance-regular graph: a node at distance i from another one has
/// outward[i] neighbours one step farther from it, and inward[i - 1] one step nearer.
struct IntersectionArray {
  std::vector<std::int64_t> outward;  ///< b_0, ..., b_(d-1)
  std::vector<std::int64_t> inward;   ///< c_1, ..., c_d

  friend bool operator==(const IntersectionArray&, const IntersectionArray&) = default;
};

/// "{3,2;1,1}".
[[nodiscard]] std::string to_string(const IntersectionArray& array);

/// None if the graph is not distance-regular; a disconnected graph is not.
[[nodiscard]] std::optional<IntersectionArray> distance_regular(
    const Graph& graph, std::span<const std::int32_t> starts);

}  // namespace isotypic
