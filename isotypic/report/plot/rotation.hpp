// find_rotations: symmetries of a graph that a drawing can show as a turn.
#pragma once

#include <cstdint>
#include <vector>

#include "isotypic/graph/graph.hpp"

namespace isotypic::report {

/// An automorphism whose cycles all have the same length, apart from at most one fixed node: what
/// a turn of the plane does to points. Each cycle lists v, g(v), g(g(v)), ...
struct Rotation {
  std::int64_t order = 1;                         ///< length of the cycles
  std::vector<std::vector<std::int32_t>> cycles;  ///< without the fixed node
};

/// Rotations among random elements of Aut(G) and their powers: one of each order from 3 on, highest
/// order first. Deterministic.
[[nodiscard]] std::vector<Rotation> find_rotations(const Graph& graph);

}  // namespace isotypic::report
