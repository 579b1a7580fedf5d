// Groups as text for other systems.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "isotypic/graph/permutation.hpp"

namespace isotypic {

/// A GAP expression, "Group((1,2)(3,4),(1,3))"; GAP counts points from 1.
[[nodiscard]] std::string format_gap_group(std::span<const SparsePermutation> generators);

/// A Sage expression, "PermutationGroup([[(0,1),(2,3)]], domain=range(4))"; points from 0.
[[nodiscard]] std::string format_sage_group(std::span<const SparsePermutation> generators,
                                            std::int64_t num_points);

/// One generator per line in cycle notation, points counted from `first` (0 or 1); no line for the
/// trivial group.
[[nodiscard]] std::string format_cycles(std::span<const SparsePermutation> generators,
                                        std::int32_t first = 0);

}  // namespace isotypic
