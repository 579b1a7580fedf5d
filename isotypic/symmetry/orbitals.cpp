#include "isotypic/symmetry/orbitals.hpp"

#include <algorithm>

#include "isotypic/error.hpp"

namespace isotypic {
namespace {

/// Union-find over the pairs u * n + v, parents always at smaller indices.
class PairForest {
 public:
  explicit PairForest(std::int64_t n) : parent_(identity_permutation(n * n)) {}

  std::int32_t root(std::int32_t x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  void unite(std::int32_t x, std::int32_t y) {
    x = root(x);
    y = root(y);
    if (x < y) {
      parent_[y] = x;
    } else {
      parent_[x] = y;
    }
  }

 private:
  Permutation parent_;
};

}  // namespace

Orbitals compute_orbitals(std::int64_t num_nodes, std::span<const SparsePermutation> generators) {
  const std::int64_t n = num_nodes;
  if (n < 0 || n > max_orbital_nodes) {
    fail("compute_orbitals", "orbitals need n^2 labels; n must be in 0..", max_orbital_nodes,
         ", not ", n);
  }
  return translate_exceptions("compute_orbitals", [&] {
    PairForest forest(n);
    Permutation dense = identity_permutation(n);
    std::vector<bool> moved(n, false);
    for (const SparsePermutation& g : generators) {
      for (std::size_t i = 0; i < g.points.size(); ++i) {
        dense[g.points[i]] = g.images[i];
        moved[g.points[i]] = true;
      }
      for (std::int64_t u = 0; u < n; ++u) {
        const std::int64_t image = dense[u];
        if (moved[u]) {
          for (std::int64_t v = 0; v < n; ++v) {
            forest.unite(static_cast<std::int32_t>(u * n + v),
                         static_cast<std::int32_t>(image * n + dense[v]));
          }
        } else {
          for (const std::int32_t v : g.points) {
            forest.unite(static_cast<std::int32_t>(u * n + v),
                         static_cast<std::int32_t>(image * n + dense[v]));
          }
        }
      }
      for (const std::int32_t point : g.points) {
        dense[point] = point;
        moved[point] = false;
      }
    }
    Orbitals orbitals;
    orbitals.num_nodes = n;
    orbitals.labels.resize(n * n);
    std::vector<std::int32_t> size;
    for (std::int64_t u = 0; u < n; ++u) {
      for (std::int64_t v = 0; v < n; ++v) {
        const auto pair = static_cast<std::int32_t>(u * n + v);
        const std::int32_t root = forest.root(pair);
        if (root == pair) {
          orbitals.labels[pair] = static_cast<std::int32_t>(orbitals.count++);
          orbitals.valency.push_back(0);
          size.push_back(static_cast<std::int32_t>(u));
        } else {
          orbitals.labels[pair] = orbitals.labels[root];
        }
        // Count only in the row of the representative.
        const std::int32_t label = orbitals.labels[pair];
        if (size[label] == u) ++orbitals.valency[label];
      }
    }
    orbitals.transposed.resize(orbitals.count);
    for (std::int64_t u = 0; u < n; ++u) {
      for (std::int64_t v = 0; v < n; ++v) orbitals.transposed[orbitals(u, v)] = orbitals(v, u);
    }
    return orbitals;
  });
}

Orbitals canonical_orbitals(const Symmetry& symmetry) {
  std::vector<SparsePermutation> generators;
  generators.reserve(symmetry.generators.size());
  for (const SparsePermutation& g : symmetry.generators) {
    generators.push_back(conjugate(g, symmetry.position));
  }
  return compute_orbitals(symmetry.num_nodes, generators);
}

Orbitals compute_orbitals(const Symmetry& symmetry) {
  Orbitals orbitals = canonical_orbitals(symmetry);
  const std::vector<std::int32_t> canonical = std::move(orbitals.labels);
  const std::int64_t n = symmetry.num_nodes;
  orbitals.labels.resize(canonical.size());
  for (std::int64_t u = 0; u < n; ++u) {
    const std::int32_t* row = canonical.data() + symmetry.position[u] * n;
    for (std::int64_t v = 0; v < n; ++v) orbitals.labels[u * n + v] = row[symmetry.position[v]];
  }
  return orbitals;
}

}  // namespace isotypic
