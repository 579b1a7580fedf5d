#include "isotypic/group/internal/congruence.hpp"

namespace isotypic {
namespace {

/// Calls `visit(image of a, image of b)` for every generator that moves a or b.
template <typename Visit>
void for_images(std::int32_t a, const std::vector<Move>& moves_of_a, std::int32_t b,
                const std::vector<Move>& moves_of_b, Visit visit) {
  auto left = moves_of_a.begin();
  auto right = moves_of_b.begin();
  while (left != moves_of_a.end() || right != moves_of_b.end()) {
    const bool use_left =
        right == moves_of_b.end() || (left != moves_of_a.end() && left->first <= right->first);
    const bool use_right =
        left == moves_of_a.end() || (right != moves_of_b.end() && right->first <= left->first);
    visit(use_left ? left->second : a, use_right ? right->second : b);
    if (use_left) ++left;
    if (use_right) ++right;
  }
}

}  // namespace

CongruenceFinder::CongruenceFinder(std::int64_t num_points,
                                   std::span<const SparsePermutation> generators)
    : moves_(num_points) {
  for (std::size_t g = 0; g < generators.size(); ++g) {
    const SparsePermutation& p = generators[g];
    for (std::size_t i = 0; i < p.points.size(); ++i) {
      moves_[p.points[i]].emplace_back(static_cast<std::int32_t>(g), p.images[i]);
    }
  }
}

UnionFind CongruenceFinder::join(std::span<const Move> pairs) const {
  UnionFind classes(static_cast<std::int64_t>(moves_.size()));
  std::vector<std::int32_t> lost;  // points whose class was joined to another one
  const auto unite = [&](std::int32_t a, std::int32_t b) {
    const std::int32_t first = classes.root(a);
    const std::int32_t second = classes.root(b);
    if (first == second) return;
    classes.unite(a, b);
    lost.push_back(classes.root(a) == first ? second : first);
  };
  for (const auto& [a, b] : pairs) unite(a, b);
  while (!lost.empty()) {
    const std::int32_t point = lost.back();
    const std::int32_t root = classes.root(point);
    lost.pop_back();
    for_images(point, moves_[point], root, moves_[root], unite);
  }
  return classes;
}

std::vector<std::int32_t> numbered_classes(const UnionFind& classes, std::int64_t num_points) {
  std::vector<std::int32_t> numbers(num_points);
  std::vector<std::int32_t> number_of(num_points, -1);
  std::int32_t count = 0;
  for (std::int64_t v = 0; v < num_points; ++v) {
    std::int32_t& own = number_of[classes.root(v)];
    if (own < 0) own = count++;
    numbers[v] = own;
  }
  return numbers;
}

}  // namespace isotypic
