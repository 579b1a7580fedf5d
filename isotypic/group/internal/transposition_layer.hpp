// TranspositionLayer: classes of points that a group permutes freely. Private to group/.
//
// If a group G contains the swaps of two points x ~ y, then ~ is an equivalence that G respects,
// and the group N of all permutations within its classes is a normal subgroup. Elements of G that
// keep the order of the members of each class form a copy of G / N, which permutes the classes. So
// an element of G is a permutation of the classes together with a permutation of each class. The
// group of a star with 100,000 leaves needs no more memory than its leaves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "isotypic/graph/permutation.hpp"

namespace isotypic {

struct TranspositionLayer {
  std::vector<std::int32_t> class_of;  ///< one per point
  std::vector<std::int32_t> place;     ///< of a point among the members of its class
  std::vector<std::int32_t> begin;     ///< of each class in `members`; one more at the end
  std::vector<std::int32_t> members;   ///< ascending within a class

  [[nodiscard]] std::int64_t num_points() const {
    return static_cast<std::int64_t>(class_of.size());
  }
  [[nodiscard]] std::int64_t num_classes() const {
    return static_cast<std::int64_t>(begin.size()) - 1;
  }
  [[nodiscard]] std::int32_t size(std::int64_t c) const { return begin[c + 1] - begin[c]; }
  /// A class of k points has k - 1 digits, with radices k, k - 1, ..., 2.
  [[nodiscard]] std::int64_t num_digits() const { return num_points() - num_classes(); }

  /// The permutation of the points that `classes` and the digits describe.
  [[nodiscard]] Permutation lift(std::span<const std::int32_t> classes,
                                 std::span<const std::int64_t> digits) const;
  /// The permutation of the classes that `p` induces, or nothing if it tears a class apart.
  /// Fills the digits, of which there are num_digits().
  [[nodiscard]] std::optional<Permutation> project(std::span<const std::int32_t> p,
                                                   std::span<std::int64_t> digits) const;
};

/// The classes that the swaps among the generators give; nothing if there are no swaps.
[[nodiscard]] std::optional<TranspositionLayer> find_transposition_layer(
    std::int64_t num_points, std::span<const SparsePermutation> generators);

/// What the generators do with the classes; those that move no class are left out.
[[nodiscard]] std::vector<SparsePermutation> permute_classes(
    const TranspositionLayer& layer, std::span<const SparsePermutation> generators);

}  // namespace isotypic
