// Orbits of a group on the edges of a graph, with and without their direction.
#pragma once

#include <cstdint>
#include <span>

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

}  // namespace isotypic
