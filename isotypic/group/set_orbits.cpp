#include "isotypic/group/set_orbits.hpp"

#include <gmpxx.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/union_find.hpp"

namespace isotypic {
namespace {

/// The set that `g` takes `set` to.
NodeSet image_of(const SparsePermutation& g, const NodeSet& set) {
  NodeSet image;
  image.reserve(set.size());
  for (const std::int32_t node : set) image.push_back(isotypic::image_of(g, node));
  std::sort(image.begin(), image.end());
  return image;
}

/// Sets of k of n nodes, numbered in lexicographic order.
class SetNumbers {
 public:
  SetNumbers(std::int64_t n, std::int64_t k, std::int64_t max_sets) : n_(n), k_(k) {
    // choose_[i][j]: i over j, as long as it is not above the limit.
    choose_.assign(n + 1, std::vector<std::int64_t>(k + 1, 0));
    for (std::int64_t i = 0; i <= n; ++i) {
      choose_[i][0] = 1;
      for (std::int64_t j = 1; j <= std::min(i, k); ++j) {
        choose_[i][j] =
            std::min(choose_[i - 1][j - 1] + (j < i ? choose_[i - 1][j] : 0), max_sets + 1);
      }
    }
  }

  [[nodiscard]] std::int64_t count() const { return choose_[n_][k_]; }

  [[nodiscard]] std::int64_t number_of(const NodeSet& set) const {
    std::int64_t number = 0;
    std::int64_t next = 0;
    for (std::int64_t j = 0; j < k_; ++j) {
      for (; next < set[j]; ++next) number += choose_[n_ - 1 - next][k_ - 1 - j];
      ++next;
    }
    return number;
  }

  /// The set after this one; false at the end.
  [[nodiscard]] bool advance(NodeSet& set) const {
    std::int64_t j = k_;
    while (j > 0 && set[j - 1] == n_ - 1 - (k_ - j)) --j;
    if (j == 0) return false;
    ++set[j - 1];
    for (; j < k_; ++j) set[j] = set[j - 1] + 1;
    return true;
  }

 private:
  std::int64_t n_;
  std::int64_t k_;
  std::vector<std::vector<std::int64_t>> choose_;
};

}  // namespace

std::string set_orbit_length(const AutomorphismGroup& group, std::span<const std::int32_t> set) {
  const mpz_class length = mpz_class(group.order()) / mpz_class(group.set_stabiliser(set).order());
  return length.get_str();
}

std::vector<NodeSet> set_orbit(const AutomorphismGroup& group, std::span<const std::int32_t> set,
                               std::int64_t max_sets) {
  const std::string length = set_orbit_length(group, set);
  if (mpz_class(length) > mpz_class(std::to_string(max_sets))) {
    fail("set_orbit", "the set has ", length, " images, more than ", max_sets);
  }
  NodeSet first(set.begin(), set.end());
  std::sort(first.begin(), first.end());
  std::set<NodeSet> found = {first};
  std::vector<NodeSet> open = {first};
  while (!open.empty()) {
    const NodeSet next = std::move(open.back());
    open.pop_back();
    for (const SparsePermutation& g : group.symmetry().generators) {
      NodeSet image = image_of(g, next);
      if (found.insert(image).second) open.push_back(std::move(image));
    }
  }
  return {found.begin(), found.end()};
}

std::vector<SetOrbit> orbits_of_sets(const AutomorphismGroup& group, std::int64_t size,
                                     std::int64_t max_sets) {
  constexpr const char* where = "orbits_of_sets";
  const std::int64_t n = group.num_nodes();
  if (size < 0 || size > n) fail(where, "there are no sets of ", size, " among ", n, " nodes");
  return translate_exceptions(where, [&] {
    const SetNumbers numbers(n, size, max_sets);
    if (numbers.count() > max_sets) {
      fail(where, "there are more than ", max_sets, " sets of ", size, " among ", n, " nodes");
    }
    UnionFind classes(numbers.count());
    NodeSet first(size);
    std::iota(first.begin(), first.end(), 0);
    NodeSet set = first;
    for (std::int64_t i = 0; i < numbers.count(); ++i, (void)numbers.advance(set)) {
      for (const SparsePermutation& g : group.symmetry().generators) {
        classes.unite(i, numbers.number_of(image_of(g, set)));
      }
    }
    std::vector<SetOrbit> orbits;
    std::vector<char> seen(numbers.count(), 0);
    set = first;
    for (std::int64_t i = 0; i < numbers.count(); ++i, (void)numbers.advance(set)) {
      const std::int32_t root = classes.root(i);
      if (std::exchange(seen[root], 1) == 0) orbits.push_back({set, classes.size(root)});
    }
    return orbits;
  });
}

}  // namespace isotypic
