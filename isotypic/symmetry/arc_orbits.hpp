// Orbits of a group on the edges of a graph, with and without their direction.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/graph/graph.hpp"
#include "isotypic/graph/permutation.hpp"

namespace isotypic {

struct ArcOrbits {
  std::int64_t num_arc_orbits = 0;   ///< of edges with a direction: every edge is two arcs
  std::int64_t num_edge_orbits = 0;  ///< of edges without one
};

/// Graphs with more edges are refused: arcs are numbered by 32 bits.
inline constexpr std::int64_t max_arc_orbit_edges = (std::int64_t{1} << 30) - 1;

/// Counts the orbits of the group that `generators` generate.
///
/// Throws Error if a generator is not an automorphism of the graph, or if the graph has more than
/// max_arc_orbit_edges edges.
[[nodiscard]] ArcOrbits count_arc_orbits(const Graph& graph,
                                         std::span<const SparsePermutation> generators);

/// Which orbit each thing is in. Orbits are numbered by first appearance.
struct OrbitPartition {
  std::vector<std::int32_t> orbit_of;
  std::int64_t count = 0;

  /// How many things are in each orbit.
  [[nodiscard]] std::vector<std::int64_t> sizes() const;
  friend bool operator==(const OrbitPartition&, const OrbitPartition&) = default;
};

/// The orbits of arcs, in the order of `graph.adjacency()`. Errors: as count_arc_orbits.
[[nodiscard]] OrbitPartition label_arc_orbits(const Graph& graph,
                                              std::span<const SparsePermutation> generators);

/// The orbits of edges, in the order of `graph.edges()`. Errors: as count_arc_orbits.
[[nodiscard]] OrbitPartition label_edge_orbits(const Graph& graph,
                                               std::span<const SparsePermutation> generators);

}  // namespace isotypic
