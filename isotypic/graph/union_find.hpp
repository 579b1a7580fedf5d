// UnionFind: classes of points that can be united but never split.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace isotypic {

/// Points 0, 1, ..., n - 1, each in a class of its own at first.
///
/// The library asks far more often than it unites. So every point knows its class directly, and
/// unite() renames the smaller class: root() is one look-up, and all unions together take
/// O(n log n) steps.
class UnionFind {
 public:
  explicit UnionFind(std::int64_t n) : root_(n), next_(n), size_(n, 1), num_classes_(n) {
    std::iota(root_.begin(), root_.end(), 0);
    next_ = root_;
  }

  /// A member of the class of `x`: the same one for all members.
  [[nodiscard]] std::int32_t root(std::int64_t x) const { return root_[x]; }
  [[nodiscard]] std::int64_t num_classes() const { return num_classes_; }
  /// The number of members of the class of `x`.
  [[nodiscard]] std::int32_t size(std::int64_t x) const { return size_[root_[x]]; }

  /// Makes one class of the classes of `x` and `y`.
  void unite(std::int64_t x, std::int64_t y) {
    if (root_[x] != root_[y]) merge(x, y);
  }

 private:
  void merge(std::int64_t x, std::int64_t y) {
    if (size_[root_[x]] < size_[root_[y]]) std::swap(x, y);
    const std::int32_t kept = root_[x];
    size_[kept] += size_[root_[y]];
    std::int64_t member = y;
    do {
      root_[member] = kept;
      member = next_[member];
    } while (member != y);
    std::swap(next_[x], next_[y]);  // joins the two rings
    --num_classes_;
  }

  std::vector<std::int32_t> root_;
  std::vector<std::int32_t> next_;  // the members of a class form a ring
  std::vector<std::int32_t> size_;
  std::int64_t num_classes_;
};

}  // namespace isotypic
