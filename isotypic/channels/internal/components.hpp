// Components: which eigenspaces are equivalent, and of which type they are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/channels/channels.hpp"
#include "isotypic/channels/internal/eigenspaces.hpp"
#include "isotypic/symmetry/orbitals.hpp"

namespace isotypic {

struct ComponentSplit {
  std::vector<std::int64_t> component_of;  ///< one per eigenspace
  std::vector<Component> components;
};

/// Two irreducible spaces are equivalent exactly when some equivariant matrix couples them, and
/// a random one then does (spaces of dimension one are told apart by the signs of the generators,
/// which is cheaper). The same random matrix, compressed to one space, is a multiple of the
/// identity for real type; its antisymmetric part spans one or three dimensions for complex and
/// quaternionic type; a symmetric part that is no multiple of the identity betrays a space that
/// is not irreducible.
///
/// Throws Error (Runtime) on a reducible space, and when the dimension of the commutant, the sum
/// of type * multiplicity^2, is not the number of orbitals.
[[nodiscard]] ComponentSplit find_components(const Symmetry& symmetry, const Orbitals& orbitals,
                                             const Eigenspaces& spaces,
                                             std::span<const char> trivial, std::uint64_t seed);

/// The dimension of the endomorphisms: 1, 2 or 4.
[[nodiscard]] std::int64_t endomorphism_dim(ComponentType type);

}  // namespace isotypic
