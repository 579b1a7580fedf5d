// PermutationGroup: a group of permutations whose elements can be listed, drawn and recognised.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isotypic/base/random.hpp"
#include "isotypic/graph/permutation.hpp"

namespace isotypic {

struct GroupTables;

/// The most table entries of a group; each takes eight bytes. A group of n points that moves all
/// of them freely, but not by swaps of two points, needs about n^2 / 2 of them.
inline constexpr std::int64_t max_group_table = 50'000'000;

/// An immutable group on points 0..num_points-1. Cheap to copy, and safe to use from many threads.
///
/// The elements are in bijection with lists of digits: digit i is at least 0 and below
/// radices()[i]. All zeros stand for the identity. So an element can be drawn uniformly, however
/// large the group.
class PermutationGroup {
 public:
  class Iterator;

  /// The trivial group on no points.
  PermutationGroup();

  /// The group that `generators` generate; `order` is its order in decimal. The random part of
  /// the algorithm (Schreier-Sims) ends only when the tables account for exactly this order, so
  /// the result is exact.
  ///
  /// Throws Error if a generator is not a permutation of the points, if the tables would have more
  /// than max_group_table entries, and (Runtime) if the group has another order.
  PermutationGroup(std::int64_t num_points, std::span<const SparsePermutation> generators,
                   const std::string& order);

  [[nodiscard]] std::int64_t num_points() const;
  [[nodiscard]] const std::string& order() const;

  /// Numbers of at least 2 whose product is the order.
  [[nodiscard]] std::span<const std::int64_t> radices() const;
  /// Throws Error if the digits do not fit the radices.
  [[nodiscard]] Permutation element(std::span<const std::int64_t> digits) const;
  /// The digits of `p`, or nothing if it is not in the group.
  [[nodiscard]] std::optional<std::vector<std::int64_t>> digits_of(
      std::span<const std::int32_t> p) const;

  [[nodiscard]] bool contains(std::span<const std::int32_t> p) const {
    return digits_of(p).has_value();
  }
  /// Every element with the same probability.
  [[nodiscard]] Permutation random_element(Random& random) const;

  /// All elements one by one, the identity first: `for (const Permutation& p : group)`.
  [[nodiscard]] Iterator begin() const;
  [[nodiscard]] static std::default_sentinel_t end() { return {}; }

 private:
  std::shared_ptr<const GroupTables> tables_;
};

class PermutationGroup::Iterator {
 public:
  using value_type = Permutation;
  using difference_type = std::ptrdiff_t;

  explicit Iterator(PermutationGroup group);

  [[nodiscard]] const Permutation& operator*() const { return element_; }
  Iterator& operator++();
  void operator++(int) { ++*this; }
  friend bool operator==(const Iterator& iterator, std::default_sentinel_t) {
    return iterator.at_end_;
  }

 private:
  PermutationGroup group_;
  std::vector<std::int64_t> digits_;
  Permutation element_;
  bool at_end_ = false;
};

inline PermutationGroup::Iterator PermutationGroup::begin() const { return Iterator(*this); }

}  // namespace isotypic
