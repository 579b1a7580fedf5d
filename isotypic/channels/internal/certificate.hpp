// The certificate: why a decomposition can be trusted, checked on every decomposition.
#pragma once

#include <cstdint>
#include <span>

#include "isotypic/channels/channels.hpp"
#include "isotypic/channels/internal/components.hpp"
#include "isotypic/channels/internal/eigenspaces.hpp"
#include "isotypic/symmetry/orbitals.hpp"

namespace isotypic {

/// Measures and checks everything but the count of orbitals (find_components checks that), in
/// O(n^2) and the total support of the generators, by random vectors.
///
/// Throws Error (Runtime) when a check fails.
[[nodiscard]] Certificate certify(const Symmetry& symmetry, const Orbitals& orbitals,
                                  std::span<const double> symmetric_coefficients,
                                  const Eigenspaces& spaces, const ComponentSplit& split,
                                  std::uint64_t seed);

}  // namespace isotypic
