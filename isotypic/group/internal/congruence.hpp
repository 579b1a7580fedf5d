// The finest partition that a group respects and that joins given points. Private to group/.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/graph/permutation.hpp"
#include "isotypic/graph/union_find.hpp"

namespace isotypic {

/// Finds such partitions by Atkinson's algorithm; keeps what all of them need.
class CongruenceFinder {
 public:
  CongruenceFinder(std::int64_t num_points, std::span<const SparsePermutation> generators);

  /// Joins the two points of each pair. Takes time in the number of points times the number of
  /// generators that move one.
  [[nodiscard]] UnionFind join(std::span<const Move> pairs) const;

 private:
  /// The generators that move each point, with its image: (generator, image), ascending.
  std::vector<std::vector<Move>> moves_;
};

/// The class of each point, numbered by first appearance.
[[nodiscard]] std::vector<std::int32_t> numbered_classes(const UnionFind& classes,
                                                         std::int64_t num_points);

}  // namespace isotypic
