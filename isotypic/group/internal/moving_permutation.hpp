// MovingPermutation: a permutation that sparse ones are multiplied to. Private to group/.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "isotypic/graph/permutation.hpp"

namespace isotypic {

/// Keeps its inverse beside it, so that a product takes only as long as the sparse factor is.
class MovingPermutation {
 public:
  explicit MovingPermutation(std::int64_t n)
      : images_(identity_permutation(n)), origins_(images_) {}
  explicit MovingPermutation(std::span<const std::int32_t> p)
      : images_(p.begin(), p.end()), origins_(inverse(p)) {}

  [[nodiscard]] std::int32_t operator[](std::int64_t v) const { return images_[v]; }
  [[nodiscard]] const Permutation& images() const { return images_; }

  /// Becomes: first this one, then `factor`.
  void then(const SparsePermutation& factor) {
    moved_.clear();
    for (const std::int32_t point : factor.points) moved_.push_back(origins_[point]);
    for (std::size_t i = 0; i < moved_.size(); ++i) {
      images_[moved_[i]] = factor.images[i];
      origins_[factor.images[i]] = moved_[i];
    }
  }

 private:
  Permutation images_;
  Permutation origins_;
  std::vector<std::int32_t> moved_;
};

}  // namespace isotypic
