// Orbits of sets of nodes. Orbits of nodes are in Symmetry, of pairs in symmetry/orbitals.hpp, of
// edges and arcs in symmetry/arc_orbits.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "isotypic/group/automorphism_group.hpp"

namespace isotypic {

/// A set of nodes, ascending.
using NodeSet = std::vector<std::int32_t>;

/// How many images a set of nodes has: exact, in decimal, without listing them.
[[nodiscard]] std::string set_orbit_length(const AutomorphismGroup& group,
                                           std::span<const std::int32_t> set);

/// How many sets the functions below hold in memory unless told otherwise.
inline constexpr std::int64_t usual_max_images = 1'000'000;
inline constexpr std::int64_t usual_max_sets = 10'000'000;

/// The images of a set of nodes, ascending. Throws Error if there are more than `max_sets`.
[[nodiscard]] std::vector<NodeSet> set_orbit(const AutomorphismGroup& group,
                                             std::span<const std::int32_t> set,
                                             std::int64_t max_sets = usual_max_images);

struct SetOrbit {
  NodeSet representative;  ///< the first of its orbit in lexicographic order
  std::int64_t length = 0;
};

/// The orbits of all sets of `size` nodes, in the order of their representatives.
/// Throws Error if there are more than `max_sets` sets.
[[nodiscard]] std::vector<SetOrbit> orbits_of_sets(const AutomorphismGroup& group,
                                                   std::int64_t size,
                                                   std::int64_t max_sets = usual_max_sets);

}  // namespace isotypic
