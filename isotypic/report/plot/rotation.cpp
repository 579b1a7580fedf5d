#include "isotypic/report/plot/rotation.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "isotypic/base/random.hpp"
#include "isotypic/graph/permutation.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::report {
namespace {

std::vector<std::vector<std::int32_t>> cycles_of(const Permutation& permutation) {
  std::vector<std::vector<std::int32_t>> cycles;
  std::vector<bool> seen(permutation.size(), false);
  for (std::int32_t start = 0; start < std::ssize(permutation); ++start) {
    if (seen[start]) continue;
    auto& cycle = cycles.emplace_back();
    for (std::int32_t v = start; !seen[v]; v = permutation[v]) {
      seen[v] = true;
      cycle.push_back(v);
    }
  }
  return cycles;
}

Permutation power(const Permutation& permutation, std::int64_t exponent) {
  Permutation result = identity_permutation(std::ssize(permutation));
  for (std::int64_t i = 0; i < exponent; ++i) result = compose(result, permutation);
  return result;
}

/// The cycles as a rotation; order 1 if their lengths differ.
Rotation as_rotation(std::vector<std::vector<std::int32_t>> cycles) {
  const auto fixed = std::ranges::count(cycles, 1U, &std::vector<std::int32_t>::size);
  std::erase_if(cycles, [](const auto& cycle) { return cycle.size() == 1; });
  if (cycles.empty() || fixed > 1) return {};
  const std::size_t length = cycles.front().size();
  for (const auto& cycle : cycles) {
    if (cycle.size() != length) return {};
  }
  return {.order = static_cast<std::int64_t>(length), .cycles = std::move(cycles)};
}

/// The first rotation found of each order, highest order first.
using Rotations = std::map<std::int64_t, Rotation, std::greater<>>;

/// Keeps the rotations among the powers of an element that can be one: with cycles of different
/// lengths, only a power by one of these lengths evens them out.
void consider(const Permutation& element, Rotations& found) {
  std::set<std::int64_t> exponents = {1};
  for (const auto& cycle : cycles_of(element)) exponents.insert(std::ssize(cycle));
  for (const std::int64_t exponent : exponents) {
    Rotation rotation = as_rotation(cycles_of(power(element, exponent)));
    const std::int64_t order = rotation.order;
    if (order >= 3) found.emplace(order, std::move(rotation));
  }
}

}  // namespace

std::vector<Rotation> find_rotations(const Graph& graph) {
  const Symmetry symmetry = compute_symmetry(without_colours(graph));
  if (symmetry.generators.empty()) return {};
  Rotations found;
  // Product replacement: a pool of elements that are multiplied into each other at random.
  constexpr std::size_t pool_size = 10;
  constexpr int rounds = 600;
  std::vector<Permutation> pool;
  while (pool.size() < std::max(pool_size, symmetry.generators.size())) {
    pool.push_back(
        to_dense(symmetry.generators[pool.size() % symmetry.generators.size()], graph.num_nodes()));
  }
  Random random(5);
  for (int round = 0; round < rounds; ++round) {
    const std::int64_t i = random.below(std::ssize(pool)), j = random.below(std::ssize(pool));
    if (i == j) continue;
    pool[i] = compose(pool[i], pool[j]);
    consider(pool[i], found);
  }
  std::vector<Rotation> rotations;
  for (auto& [order, rotation] : found) rotations.push_back(std::move(rotation));
  return rotations;
}

}  // namespace isotypic::report
