// Conjugacy classes of an automorphism group, with its permutation character.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/group/automorphism_group.hpp"

namespace isotypic {

struct ConjugacyClass {
  Permutation representative;
  std::int64_t size = 0;
  std::int64_t element_order = 1;
  std::vector<std::int32_t> cycle_type;  ///< lengths of the cycles, descending, with fixed points
  /// The value of the permutation character: how many points an element of the class fixes. It is
  /// the trace of the element's permutation matrix.
  std::int64_t fixed_points = 0;
};

/// The largest group whose conjugacy classes are found: every element is looked at.
inline constexpr std::int64_t max_class_order = 1'000'000;

/// The classes, by order of the elements, then by cycle type, then by size. The identity is first.
///
/// The average of the character over the group is the number of orbits, the average of its square
/// the rank. Time O(|G| * generators * n).
/// Throws Error if the group has more than max_class_order elements.
[[nodiscard]] std::vector<ConjugacyClass> conjugacy_classes(const AutomorphismGroup& group);

/// The lengths of the cycles of a permutation, descending, with ones for fixed points.
[[nodiscard]] std::vector<std::int32_t> cycle_type(std::span<const std::int32_t> p);

}  // namespace isotypic
