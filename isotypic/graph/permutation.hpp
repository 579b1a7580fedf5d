// Permutations of 0..n-1, dense and sparse.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "isotypic/base/random.hpp"

namespace isotypic {

/// One-line notation: p[v] is the image of v.
using Permutation = std::vector<std::int32_t>;

[[nodiscard]] bool is_permutation(std::span<const std::int32_t> images);
[[nodiscard]] Permutation identity_permutation(std::int64_t n);
[[nodiscard]] Permutation inverse(std::span<const std::int32_t> p);
/// First p, then q: v goes to q[p[v]].
[[nodiscard]] Permutation compose(std::span<const std::int32_t> p, std::span<const std::int32_t> q);
/// Uniformly random (Fisher-Yates).
[[nodiscard]] Permutation random_permutation(std::int64_t n, Random& random);

/// A permutation that stores only what it moves. Automorphisms of large sparse graphs move few
/// nodes each: the 50,000 generators of a binary tree with 100,000 nodes fit in megabytes.
struct SparsePermutation {
  std::vector<std::int32_t> points;  ///< the moved points, ascending
  std::vector<std::int32_t> images;  ///< images[i] is the image of points[i]

  friend bool operator==(const SparsePermutation&, const SparsePermutation&) = default;
};

/// A point and its image.
using Move = std::pair<std::int32_t, std::int32_t>;

/// The permutation of these moves, listed in any order; every point at most once.
[[nodiscard]] SparsePermutation from_moves(std::vector<Move> moves);
[[nodiscard]] SparsePermutation to_sparse(std::span<const std::int32_t> p);
[[nodiscard]] Permutation to_dense(const SparsePermutation& p, std::int64_t n);
/// Where `p` takes `point`; O(log of what it moves).
[[nodiscard]] std::int32_t image_of(const SparsePermutation& p, std::int32_t point);
[[nodiscard]] SparsePermutation inverse(const SparsePermutation& p);
/// The same permutation after renaming every point v to position[v].
[[nodiscard]] SparsePermutation conjugate(const SparsePermutation& p,
                                          std::span<const std::int32_t> position);
struct CycleStyle {
  std::int32_t first = 0;            ///< the number of point 0: 0 or 1
  std::string_view separator = " ";  ///< between the points of a cycle
};

/// Cycle notation, "(0 3)(1 2 5)", fixed points left out; "()" for the identity.
[[nodiscard]] std::string cycle_notation(const SparsePermutation& p, const CycleStyle& style = {});

/// The permutation of n points that a text in cycle notation describes: points separated by blanks
/// or commas, counted from `first`. Throws Error that names the place of the mistake.
[[nodiscard]] Permutation parse_cycles(std::string_view text, std::int64_t n,
                                       std::int32_t first = 0);

}  // namespace isotypic
