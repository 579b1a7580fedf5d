// Generators that depend on the group alone. Private to symmetry/.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/base/work_limits.hpp"
#include "isotypic/graph/permutation.hpp"

namespace isotypic {

/// The most entries of tables that are made; an entry takes about 8 bytes.
inline constexpr double max_table_entries = 1 << 25;

/// Whether the tables of a group of this order on n points, n log2_order entries, are that small.
[[nodiscard]] bool fits_tables(std::int64_t n, double log2_order,
                               double most_entries = max_table_entries);

/// Sizes of orbits whose product is the order of the group on n points that `generators` generate.
///
/// Needs log2 of the order, to within 0.4: the tables of Schreier and Sims are filled with random
/// elements until they hold that many, so the result is exact. Throws Error (Cancelled) when a
/// limit is met.
[[nodiscard]] std::vector<std::int64_t> orbit_sizes(std::int64_t n,
                                                    std::span<const SparsePermutation> generators,
                                                    double log2_order, const WorkLimits& limits);

struct StrongGenerators {
  std::vector<SparsePermutation> generators;
  std::vector<std::int64_t> order_factors;  ///< their product is the order of the group
};

/// A strong generating set of the group on n points that `generators` generate, the same whichever
/// generators are given. Let G_b be the elements that fix all points below b. For each b, from
/// the last to the first, it holds the least elements of G_b that take b where those before them
/// do not. The rest is as for orbit_sizes.
[[nodiscard]] StrongGenerators strong_generators(std::int64_t n,
                                                 std::span<const SparsePermutation> generators,
                                                 double log2_order, const WorkLimits& limits);

}  // namespace isotypic
