// find_rotation: a symmetry of a graph that a drawing can show as a turn.
#pragma once

#include <cstdint>
#include <vector>

#include "isotypic/graph/graph.hpp"

namespace isotypic::report {

/// An automorphism whose cycles all have the same length, apart from at most one fixed node: what
/// a turn of the plane does to points. Each cycle lists v, g(v), g(g(v)), ...
struct Rotation {
  std::int64_t order = 1;                         ///< length of the cycles; 1: none was found
  std::vector<std::vector<std::int32_t>> cycles;  ///< without the fixed node
};

/// The rotation of highest order, at least 3, among random elements of Aut(G) and their powers.
/// Deterministic.
[[nodiscard]] Rotation find_rotation(const Graph& graph);

}  // namespace isotypic::report
