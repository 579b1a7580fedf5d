// Builds a stabiliser chain of known order.
//
// A search for automorphisms delivers generators that are nearly a chain already: if the base is
// chosen well, the generators that fix b_1..b_i generate the whole stabiliser. What is missing is
// found by sifting random elements. The order of the group is known, so we know when nothing is
// missing any more, and the result is exact.

#include <gmpxx.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/graph/union_find.hpp"
#include "isotypic/group/internal/moving_permutation.hpp"
#include "isotypic/group/internal/shallow_tree.hpp"
#include "isotypic/group/internal/stabiliser_chain.hpp"
#include "isotypic/group/permutation_group.hpp"

namespace isotypic {
namespace {

constexpr const char* where = "permutation_group";

class ChainBuilder {
 public:
  ChainBuilder(std::int64_t num_points, std::span<const SparsePermutation> generators)
      : generators_(generators),
        moving_(num_points),
        mark_(num_points, 0),
        label_(num_points, 0),
        cost_(num_points, 0) {
    chain_.num_points = num_points;
    for (const SparsePermutation& g : generators) add_step(g);
  }

  StabiliserChain build(const mpz_class& order) {
    choose_base();
    check_size();
    for (std::size_t i = 0; i < chain_.levels.size(); ++i) find_orbit(i);
    fill(order);
    for (std::size_t i = 0; i < chain_.levels.size(); ++i) {
      if (level_cost_[i] > costly * chain_.num_points) make_shallow(chain_, i, steps_of(i));
    }
    return std::move(chain_);
  }

 private:
  /// A tree whose paths cost more than this many whole permutations is worth rebuilding.
  static constexpr std::int64_t costly = 32;

  void add_step(const SparsePermutation& g) {
    const auto step = static_cast<std::int32_t>(chain_.steps.size());
    for (const std::int32_t point : g.points) moving_[point].push_back(step);
    chain_.steps.push_back({g, inverse(g)});
    depth_.push_back(no_depth);
  }

  void add_level(std::int32_t base) {
    chain_.levels.push_back({base, {base}, {0}});
    level_cost_.push_back(0);
    ++entries_;
  }

  /// The next base point is one that the fewest of the remaining generators move: those that fix
  /// it then stand the best chance to generate its stabiliser.
  void choose_base() {
    std::set<std::pair<std::size_t, std::int32_t>> points;  // (generators that move it, point)
    std::vector<std::size_t> count(chain_.num_points);
    for (std::int32_t v = 0; v < chain_.num_points; ++v) {
      count[v] = moving_[v].size();
      if (count[v] > 0) points.emplace(count[v], v);
    }
    while (!points.empty()) {
      const std::int32_t base = points.begin()->second;
      const auto depth = static_cast<std::int32_t>(chain_.levels.size());
      add_level(base);
      for (const std::int32_t step : moving_[base]) {
        if (depth_[step] != no_depth) continue;
        depth_[step] = depth;
        for (const std::int32_t v : chain_.steps[step].forth.points) {
          points.erase({count[v], v});
          if (--count[v] > 0) points.emplace(count[v], v);
        }
      }
    }
  }

  /// Sums up the sizes of all orbits, which are known long before their trees are.
  void check_size() const {
    std::vector<std::vector<std::int32_t>> of_depth(chain_.levels.size());
    for (std::size_t s = 0; s < depth_.size(); ++s) {
      of_depth[depth_[s]].push_back(static_cast<std::int32_t>(s));
    }
    UnionFind orbits(chain_.num_points);
    std::int64_t entries = 0;
    for (std::size_t i = chain_.levels.size(); i-- > 0;) {
      for (const std::int32_t s : of_depth[i]) {
        const SparsePermutation& g = chain_.steps[s].forth;
        for (std::size_t k = 0; k < g.points.size(); ++k) orbits.unite(g.points[k], g.images[k]);
      }
      entries += orbits.size(chain_.levels[i].base);
    }
    check_entries(entries);
  }

  static void check_entries(std::int64_t entries) {
    if (entries <= max_group_table) return;
    fail(where, "the group needs tables of more than ", max_group_table,
         " entries to list, draw and name its elements; order, orbits and stabilisers of such a "
         "group are still available");
  }

  /// The generators that fix the base points before level i.
  [[nodiscard]] std::vector<std::int32_t> steps_of(std::size_t i) const {
    std::vector<std::int32_t> steps;
    for (std::size_t s = 0; s < depth_.size(); ++s) {
      if (std::cmp_greater_equal(depth_[s], i)) steps.push_back(static_cast<std::int32_t>(s));
    }
    return steps;
  }

  /// Breadth first, along generators and their inverses.
  void find_orbit(std::size_t i) {
    ChainLevel& level = chain_.levels[i];
    entries_ -= static_cast<std::int64_t>(level.orbit.size());
    ++stamp_;
    level.orbit.assign(1, level.base);
    mark_[level.base] = stamp_;
    label_[level.base] = 0;
    cost_[level.base] = 0;
    level_cost_[i] = 0;
    for (std::size_t k = 0; k < level.orbit.size(); ++k) {
      const std::int32_t from = level.orbit[k];
      for (const std::int32_t step : moving_[from]) {
        if (std::cmp_less(depth_[step], i)) continue;
        const ChainStep& both = chain_.steps[step];
        const std::int64_t cost = cost_[from] + std::ssize(both.forth.points);
        reach(level, image_of(both.forth, from), 1 + step, cost, i);
        reach(level, image_of(both.back, from), -1 - step, cost, i);
      }
    }
    entries_ += static_cast<std::int64_t>(level.orbit.size());
    check_entries(entries_);
    std::sort(level.orbit.begin(), level.orbit.end());
    level.labels.clear();
    for (const std::int32_t point : level.orbit) level.labels.push_back(label_[point]);
  }

  void reach(ChainLevel& level, std::int32_t point, std::int32_t label, std::int64_t cost,
             std::size_t i) {
    if (std::exchange(mark_[point], stamp_) == stamp_) return;
    label_[point] = label;
    cost_[point] = cost;
    level_cost_[i] = std::max(level_cost_[i], cost);
    level.orbit.push_back(point);
  }

  [[nodiscard]] mpz_class product_of_orbits() const {
    mpz_class product = 1;
    for (const ChainLevel& level : chain_.levels) product *= level.orbit.size();
    return product;
  }

  void fill(const mpz_class& order) {
    // A random element finds a gap with probability 1/2 or more; our random elements are products
    // of random subsets of the generators, which are a little worse.
    constexpr int most_failures = 1000;
    MovingPermutation walk(chain_.num_points);
    for (int failures = 0; product_of_orbits() != order;) {
      if (failures > most_failures) {
        fail_as(ErrorKind::Runtime, where, "the generators do not generate a group of order ",
                order.get_str());
      }
      for (const SparsePermutation& g : generators_) {
        if (random_.below(2) == 0) walk.then(g);
      }
      failures = add_residue(walk.images()) ? 0 : failures + 1;
    }
  }

  /// Sifts an element; what remains of it becomes a generator. False if nothing remains.
  bool add_residue(std::span<const std::int32_t> element) {
    MovingPermutation rest(element);
    std::size_t i = 0;
    while (i < chain_.levels.size() && chain_.fix_base(chain_.levels[i], rest)) ++i;
    const SparsePermutation residue = to_sparse(rest.images());
    if (residue.points.empty()) return false;
    if (i == chain_.levels.size()) add_level(residue.points.front());
    add_step(residue);
    depth_.back() = static_cast<std::int32_t>(i);
    for (std::size_t j = 0; j <= i; ++j) {
      if (leads_out(residue, chain_.levels[j])) find_orbit(j);
    }
    return true;
  }

  [[nodiscard]] static bool leads_out(const SparsePermutation& g, const ChainLevel& level) {
    const auto inside = [&](std::int32_t v) {
      return std::binary_search(level.orbit.begin(), level.orbit.end(), v);
    };
    for (std::size_t i = 0; i < g.points.size(); ++i) {
      if (inside(g.points[i]) && !inside(g.images[i])) return true;
    }
    return false;
  }

  static constexpr std::int32_t no_depth = -1;

  std::span<const SparsePermutation> generators_;
  StabiliserChain chain_;
  std::vector<std::vector<std::int32_t>> moving_;  // the steps that move each point
  std::vector<std::int32_t> depth_;                // of a step: the first level whose base it moves
  std::vector<std::int64_t> level_cost_;           // of the longest path in its tree
  std::int64_t entries_ = 0;
  std::vector<std::int64_t> mark_;
  std::vector<std::int32_t> label_;
  std::vector<std::int64_t> cost_;
  std::int64_t stamp_ = 0;
  Random random_{0};
};

}  // namespace

StabiliserChain build_chain(std::int64_t num_points, std::span<const SparsePermutation> generators,
                            const std::string& order) {
  return ChainBuilder(num_points, generators).build(mpz_class(order));
}

}  // namespace isotypic
