#include "isotypic/symmetry/internal/strong_generators.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "isotypic/base/random.hpp"
#include "isotypic/symmetry/internal/search.hpp"

namespace isotypic {
namespace {

/// The orbit of `base` under the elements that fix all points below it, as a tree of steps.
struct Level {
  std::int32_t base = 0;
  std::vector<std::int32_t> orbit;  ///< in the order of the tree, `base` first
  std::vector<std::int32_t> step;   ///< for each point: the element that leads to it; -1: not there
  std::vector<std::int32_t> depth;
};

/// The tables of Schreier and Sims for the points in their natural order.
class Chain {
 public:
  Chain(std::int64_t n, const WorkLimits& limits) : n_(n), limits_(limits), level_at_(n, -1) {}

  [[nodiscard]] double log2_order() const {
    double sum = 0.0;
    for (const Level& level : levels_) sum += std::log2(static_cast<double>(level.orbit.size()));
    return sum;
  }

  /// Divides g by elements of the tables until it is the identity, or new: then it is kept.
  void insert(Permutation g) {
    limits_.check(search_name);
    for (std::int32_t point = 0; point < n_; ++point) {
      if (g[point] == point) continue;
      const std::int32_t at = level_at_[point];
      if (at < 0 || levels_[at].step[g[point]] < 0) return keep(std::move(g), point);
      undo(levels_[at], g);
    }
  }

  /// Levels by ascending base point.
  [[nodiscard]] std::vector<const Level*> sorted_levels() const {
    std::vector<const Level*> sorted;
    for (const Level& level : levels_) sorted.push_back(&level);
    std::sort(sorted.begin(), sorted.end(),
              [](const Level* a, const Level* b) { return a->base < b->base; });
    return sorted;
  }

  /// The element of the level that takes its base point to `point`, and then g.
  [[nodiscard]] Permutation element_then(const Level& level, std::int32_t point,
                                         Permutation g) const {
    Permutation longer(g.size());
    while (point != level.base) {
      const std::int32_t step = level.step[point];
      for (std::size_t v = 0; v < g.size(); ++v) longer[v] = g[forward_[step][v]];
      std::swap(g, longer);
      point = backward_[step][point];
    }
    return g;
  }

 private:
  /// Multiplies g, which fixes all points below the base, by elements of the level so that it fixes
  /// the base too.
  void undo(const Level& level, Permutation& g) const {
    for (std::int32_t point = g[level.base]; point != level.base; point = g[level.base]) {
      const Permutation& back = backward_[level.step[point]];
      for (std::int32_t& image : g) image = back[image];
    }
  }

  /// Adds an element whose first moved point is `first`.
  void keep(Permutation g, std::int32_t first) {
    if (level_at_[first] < 0) {
      level_at_[first] = static_cast<std::int32_t>(levels_.size());
      levels_.push_back(
          {first, {}, std::vector<std::int32_t>(n_, -1), std::vector<std::int32_t>(n_, 0)});
      plant(levels_.back());
    }
    store(std::move(g), first);
    for (Level& level : levels_) {
      if (level.base > first) continue;
      grow(level, level.orbit.size());
      // Long paths, as in a large cycle, are cut by elements that lead to their ends at once.
      const auto longest = 4 + 2 * static_cast<std::int32_t>(std::bit_width(level.orbit.size()));
      while (level.depth[level.orbit.back()] > longest) {
        store(element_then(level, level.orbit.back(), identity_permutation(n_)), level.base);
        plant(level);
        grow(level, 0);
      }
    }
  }

  void store(Permutation g, std::int32_t first) {
    backward_.push_back(inverse(g));
    forward_.push_back(std::move(g));
    first_moved_.push_back(first);
  }

  /// Leaves nothing but the root of the tree.
  void plant(Level& level) const {
    for (const std::int32_t point : level.orbit) level.step[point] = -1;
    level.orbit.assign(1, level.base);
    level.step[level.base] = static_cast<std::int32_t>(n_);  // no step leads to the root
  }

  /// Adds what the elements reach; the first `known` points lack only the newest element.
  void grow(Level& level, std::size_t known) const {
    const auto newest = static_cast<std::int32_t>(forward_.size()) - 1;
    for (std::size_t i = 0; i < level.orbit.size(); ++i) {
      for (std::int32_t s = newest; s >= (i < known ? newest : 0); --s) {
        if (first_moved_[s] < level.base) continue;
        const std::int32_t image = forward_[s][level.orbit[i]];
        if (level.step[image] >= 0) continue;
        level.step[image] = s;
        level.depth[image] = level.depth[level.orbit[i]] + 1;
        level.orbit.push_back(image);
      }
    }
  }

  std::int64_t n_;
  const WorkLimits& limits_;
  std::vector<std::int32_t> level_at_;  // of each point; -1: none
  std::vector<Level> levels_;
  std::vector<Permutation> forward_;
  std::vector<Permutation> backward_;
  std::vector<std::int32_t> first_moved_;
};

/// Random elements by product replacement.
class RandomElements {
 public:
  RandomElements(std::int64_t n, std::span<const SparsePermutation> generators) : random_(1) {
    constexpr std::size_t least = 11;
    for (std::size_t i = 0; i < std::max(least, generators.size()); ++i) {
      pool_.push_back(to_dense(generators[i % generators.size()], n));
    }
    current_ = pool_.front();
    for (std::size_t i = 0; i < 5 * pool_.size(); ++i) next();
  }

  const Permutation& next() {
    const auto size = static_cast<std::int64_t>(pool_.size());
    const std::int64_t i = random_.below(size);
    const std::int64_t j = (i + 1 + random_.below(size - 1)) % size;
    pool_[i] = random_.below(2) == 0 ? compose(pool_[i], pool_[j]) : compose(pool_[j], pool_[i]);
    current_ = compose(current_, pool_[i]);
    return current_;
  }

 private:
  Random random_;
  std::vector<Permutation> pool_;
  Permutation current_;
};

/// Picks the generators out of complete tables, from the last level to the first.
class Selection {
 public:
  Selection(std::int64_t n, const Chain& chain, const WorkLimits& limits)
      : n_(n), chain_(chain), limits_(limits), levels_(chain.sorted_levels()) {}

  std::vector<SparsePermutation> select() {
    for (std::size_t i = levels_.size(); i-- > 0;) {
      std::vector<std::int32_t> points = levels_[i]->orbit;
      std::sort(points.begin(), points.end());
      std::vector<char> reached = reached_from(levels_[i]->base);
      for (const std::int32_t point : points) {
        if (reached[point] != 0) continue;
        limits_.check(search_name);
        chosen_.push_back(least_element(i, point));
        reached = reached_from(levels_[i]->base);
      }
    }
    std::vector<SparsePermutation> result;
    for (const Permutation& g : chosen_) result.push_back(to_sparse(g));
    return result;
  }

 private:
  /// Which points the chosen elements take the base to.
  [[nodiscard]] std::vector<char> reached_from(std::int32_t base) const {
    std::vector<char> reached(n_, 0);
    reached[base] = 1;
    std::vector<std::int32_t> points = {base};
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (const Permutation& g : chosen_) {
        const std::int32_t image = g[points[i]];
        if (std::exchange(reached[image], 1) == 0) points.push_back(image);
      }
    }
    return reached;
  }

  /// The first in lexicographic order that fixes what lies below the base and takes it to `point`.
  [[nodiscard]] Permutation least_element(std::size_t level, std::int32_t point) const {
    Permutation g = chain_.element_then(*levels_[level], point, identity_permutation(n_));
    for (std::size_t i = level + 1; i < levels_.size(); ++i) {
      const auto& orbit = levels_[i]->orbit;
      const std::int32_t best = *std::min_element(
          orbit.begin(), orbit.end(), [&](std::int32_t a, std::int32_t b) { return g[a] < g[b]; });
      if (best != levels_[i]->base) g = chain_.element_then(*levels_[i], best, std::move(g));
    }
    return g;
  }

  std::int64_t n_;
  const Chain& chain_;
  const WorkLimits& limits_;
  std::vector<const Level*> levels_;
  std::vector<Permutation> chosen_;
};

Chain full_chain(std::int64_t n, std::span<const SparsePermutation> generators, double log2_order,
                 const WorkLimits& limits) {
  Chain chain(n, limits);
  for (const SparsePermutation& g : generators) chain.insert(to_dense(g, n));
  // A proper subgroup has at most half the order.
  const double enough = log2_order - 0.5;
  if (chain.log2_order() >= enough) return chain;
  RandomElements random(n, generators);
  while (chain.log2_order() < enough) chain.insert(random.next());
  return chain;
}

std::vector<std::int64_t> orbit_sizes(const Chain& chain) {
  std::vector<std::int64_t> sizes;
  for (const Level* level : chain.sorted_levels()) sizes.push_back(std::ssize(level->orbit));
  return sizes;
}

}  // namespace

bool fits_tables(std::int64_t n, double log2_order, double most_entries) {
  return static_cast<double>(n) * log2_order <= most_entries;
}

std::vector<std::int64_t> orbit_sizes(std::int64_t n, std::span<const SparsePermutation> generators,
                                      double log2_order, const WorkLimits& limits) {
  return orbit_sizes(full_chain(n, generators, log2_order, limits));
}

StrongGenerators strong_generators(std::int64_t n, std::span<const SparsePermutation> generators,
                                   double log2_order, const WorkLimits& limits) {
  const Chain chain = full_chain(n, generators, log2_order, limits);
  return {Selection(n, chain, limits).select(), orbit_sizes(chain)};
}

}  // namespace isotypic
