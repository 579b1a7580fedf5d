// NearPairs: the pairs of nodes within a distance of each other, and their orbits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/graph/graph.hpp"
#include "isotypic/graph/permutation.hpp"

namespace isotypic {

/// The ordered pairs (u, v) within a distance, row by row; (u, u) is one of them. The partners of u
/// are ascending, from row_offsets[u] to row_offsets[u + 1].
struct NearPairs {
  std::vector<std::int64_t> row_offsets;
  std::vector<std::int32_t> partners;
  std::vector<std::int32_t> distances;

  /// The place of a pair; -1 if its ends are too far apart.
  [[nodiscard]] std::int64_t find(std::int64_t u, std::int64_t v) const;
};

/// Throws Error if there are more than `limit` pairs.
[[nodiscard]] NearPairs find_near_pairs(const Graph& graph, std::int64_t reach, std::int64_t limit);

/// For every pair the first pair of its orbit under the group of these automorphisms: with no more
/// memory than one number per pair.
[[nodiscard]] std::vector<std::int32_t> near_orbitals(
    const NearPairs& pairs, std::span<const SparsePermutation> generators);

}  // namespace isotypic
