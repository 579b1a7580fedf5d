// The quotient of a graph by its symmetry: one node per orbit.
#pragma once

#include <cstdint>
#include <vector>

#include "isotypic/graph/graph.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic {

/// Each node of orbit `from` has `count` neighbours in orbit `to`.
struct QuotientArc {
  std::int32_t from = 0;
  std::int32_t to = 0;
  std::int64_t count = 0;

  friend bool operator==(const QuotientArc&, const QuotientArc&) = default;
};

struct QuotientGraph {
  Graph graph;                     ///< orbits as nodes, joined if nodes of theirs are; no loops
  std::vector<std::int64_t> size;  ///< of each orbit
  /// All counts that are not zero, ascending by (from, to); from == to inside an orbit.
  std::vector<QuotientArc> arcs;
};

/// The quotient by the orbits of `symmetry`, which must be that of `graph`. Orbits have the
/// numbers of `symmetry.orbit_of`. Throws Error if the numbers of nodes differ.
[[nodiscard]] QuotientGraph quotient_graph(const Graph& graph, const Symmetry& symmetry);

}  // namespace isotypic
