#include "isotypic/symmetry/orbitals.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/union_find.hpp"
#include "isotypic/symmetry/internal/group_order.hpp"
#include "isotypic/symmetry/refinement.hpp"

namespace isotypic {
namespace {

/// A generator in both forms: dense for look-ups, sparse for walking over what it moves.
struct Generator {
  Permutation images;
  const SparsePermutation* moves = nullptr;
};

/// What is known about the group beyond its generators; all of it only saves work.
struct GroupFacts {
  const Graph* graph = nullptr;       ///< a graph that the group leaves alone
  std::optional<std::int64_t> order;  ///< unset: unknown, or too large to matter
};

/// Finds the orbitals orbit by orbit.
///
/// Let r be the least node of an orbit and t_u a group element that takes u to r. The pair (u, v)
/// lies in the orbital of (r, t_u v), so orbitals that begin in this orbit are the orbits of the
/// stabiliser of r. By Schreier's lemma these are found by uniting t_u v with t_gu gv for every
/// u in the orbit, generator g and node v.
///
/// That is n * |orbit| * |generators| steps at most, but mostly far fewer:
/// - nodes v of earlier orbits need none: their pairs (u, v) are reversed pairs of known orbitals;
/// - where g fixes u only the nodes that g moves matter;
/// - the stabiliser of r is trivial when the orbit is as large as the group;
/// - as soon as there are as few classes as colour refinement with r individualised has cells,
///   no further step can unite any (cells are unions of orbits).
class OrbitalFinder {
 public:
  OrbitalFinder(std::int64_t n, std::span<const SparsePermutation> moves, const GroupFacts& facts)
      : n_(n), facts_(facts), open_(identity_permutation(n)) {
    orbitals_.num_nodes = n;
    orbitals_.labels.resize(n * n);
    generators_.reserve(moves.size());
    for (const SparsePermutation& g : moves) generators_.push_back({to_dense(g, n), &g});
  }

  Orbitals find() {
    find_orbits();
    for (std::int32_t r = 0; r < n_; ++r) {
      if (representative_[r] != r) continue;
      transport(r);
      const UnionFind classes = stabiliser_classes(r);
      label_row(r, classes);
      label_orbit(r);
      std::erase_if(open_, [&](std::int32_t v) { return representative_[v] == r; });
    }
    return std::move(orbitals_);
  }

 private:
  [[nodiscard]] std::int32_t* row(std::int64_t u) { return orbitals_.labels.data() + u * n_; }

  void find_orbits() {
    UnionFind classes(n_);
    for (const Generator& g : generators_) {
      for (const std::int32_t v : g.moves->points) classes.unite(v, g.images[v]);
    }
    representative_.resize(n_);
    std::vector<std::int32_t> least(n_, -1);
    for (std::int32_t v = 0; v < n_; ++v) {
      std::int32_t& first = least[classes.root(v)];
      if (first < 0) first = v;
      representative_[v] = first;
    }
  }

  /// Fills `orbit_` with the orbit of r, and row(u) with t_u (on open nodes) for each u in it.
  void transport(std::int32_t r) {
    orbit_.assign(1, r);
    parent_.assign(n_, nullptr);
    std::iota(row(r), row(r) + n_, 0);
    for (std::size_t i = 0; i < orbit_.size(); ++i) {
      const std::int32_t u = orbit_[i];
      for (const Generator& g : generators_) {
        const std::int32_t image = g.images[u];
        if (image == r || parent_[image] != nullptr) continue;
        parent_[image] = &g;
        orbit_.push_back(image);
        const std::int32_t* from = row(u);
        std::int32_t* to = row(image);
        for (const std::int32_t v : open_) to[g.images[v]] = from[v];
      }
    }
  }

  /// The least number of classes that the stabiliser of r can have; 0 when not worth knowing.
  [[nodiscard]] std::int64_t fewest_classes(std::int32_t r) const {
    const auto orbit_size = static_cast<std::int64_t>(orbit_.size());
    if (facts_.order == orbit_size) return n_;
    const auto work = orbit_size * static_cast<std::int64_t>(generators_.size() * open_.size());
    if (facts_.graph == nullptr || work < 32 * (n_ + facts_.graph->num_edges())) return 0;
    EquitablePartition partition(*facts_.graph, representative_);
    partition.individualise(r);
    std::vector<std::int32_t> cells;
    for (const std::int32_t v : open_) cells.push_back(partition.cell_of(v));
    std::sort(cells.begin(), cells.end());
    const auto open_cells = std::unique(cells.begin(), cells.end()) - cells.begin();
    return n_ - static_cast<std::int64_t>(open_.size()) + open_cells;
  }

  /// The orbits of the stabiliser of r on the open nodes.
  [[nodiscard]] UnionFind stabiliser_classes(std::int32_t r) {
    UnionFind classes(n_);
    const std::int64_t fewest = fewest_classes(r);
    for (const std::int32_t u : orbit_) {
      for (const Generator& g : generators_) {
        if (classes.num_classes() == fewest) return classes;
        const std::int32_t image = g.images[u];
        if (parent_[image] == &g && image != r) continue;  // t_image was made this way
        const std::int32_t* from = row(u);
        const std::int32_t* to = row(image);
        const auto unite = [&](std::int32_t v) { classes.unite(from[v], to[g.images[v]]); };
        if (image != u) {
          for (const std::int32_t v : open_) unite(v);
        } else {
          for (const std::int32_t v : g.moves->points) {
            if (representative_[v] >= r) unite(v);
          }
        }
      }
    }
    return classes;
  }

  /// Labels the pairs that begin at r: new numbers in order of first appearance.
  void label_row(std::int32_t r, const UnionFind& classes) {
    row_labels_.resize(n_);
    class_labels_.assign(n_, -1);
    for (std::int32_t v = 0; v < n_; ++v) {
      if (representative_[v] >= r) {
        std::int32_t& label = class_labels_[classes.root(v)];
        if (label < 0) label = new_orbital();
        row_labels_[v] = label;
      } else {
        const std::int32_t reversed = orbitals_(v, r);
        if (orbitals_.transposed[reversed] < 0) {
          const std::int32_t label = new_orbital();
          orbitals_.transposed[label] = reversed;
          orbitals_.transposed[reversed] = label;
        }
        row_labels_[v] = orbitals_.transposed[reversed];
      }
      ++orbitals_.valency[row_labels_[v]];
    }
  }

  /// Carries the labels of row r to the whole orbit.
  void label_orbit(std::int32_t r) {
    for (const std::int32_t u : orbit_) {
      std::int32_t* labels = row(u);
      for (const std::int32_t v : open_) labels[v] = row_labels_[labels[v]];
      for (std::int32_t v = 0; v < n_; ++v) {
        if (representative_[v] < r) labels[v] = orbitals_.transposed[orbitals_(v, u)];
      }
    }
    // Within the orbit both directions are now known.
    for (const std::int32_t v : orbit_) orbitals_.transposed[orbitals_(r, v)] = orbitals_(v, r);
  }

  std::int32_t new_orbital() {
    orbitals_.valency.push_back(0);
    orbitals_.transposed.push_back(-1);
    return static_cast<std::int32_t>(orbitals_.count++);
  }

  std::int64_t n_;
  GroupFacts facts_;
  Orbitals orbitals_;
  std::vector<Generator> generators_;
  Permutation representative_;            // least node of each node's orbit
  std::vector<std::int32_t> open_;        // nodes of this orbit and the later ones
  std::vector<std::int32_t> orbit_;       // the orbit being worked on
  std::vector<const Generator*> parent_;  // the generator that led to a node of it
  std::vector<std::int32_t> row_labels_;  // labels of the pairs that begin at its least node
  std::vector<std::int32_t> class_labels_;
};

Orbitals find_orbitals(std::int64_t n, std::span<const SparsePermutation> generators,
                       const GroupFacts& facts) {
  if (n < 0 || n > max_orbital_nodes) {
    fail("compute_orbitals", "orbitals need n^2 labels; n must be in 0..", max_orbital_nodes,
         ", not ", n);
  }
  return translate_exceptions("compute_orbitals",
                              [&] { return OrbitalFinder(n, generators, facts).find(); });
}

void check_generator(const SparsePermutation& g, std::int64_t n) {
  std::vector<std::int32_t> sorted = g.images;
  std::sort(sorted.begin(), sorted.end());
  const bool in_range = g.points.empty() || (g.points.front() >= 0 && g.points.back() < n);
  if (!in_range || sorted != g.points ||
      std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    fail("compute_orbitals", "a generator is not a permutation of ", n, " points");
  }
}

}  // namespace

Orbitals compute_orbitals(std::int64_t num_nodes, std::span<const SparsePermutation> generators) {
  for (const SparsePermutation& g : generators) check_generator(g, num_nodes);
  return find_orbitals(num_nodes, generators, {});
}

Orbitals canonical_orbitals(const Symmetry& symmetry) {
  std::vector<SparsePermutation> generators;
  generators.reserve(symmetry.generators.size());
  for (const SparsePermutation& g : symmetry.generators) {
    generators.push_back(conjugate(g, symmetry.position));
  }
  return find_orbitals(symmetry.num_nodes, generators,
                       {.graph = &symmetry.canonical, .order = small_order(symmetry.order)});
}

std::vector<Edge> orbital_representatives(const Orbitals& orbitals) {
  std::vector<Edge> pairs(orbitals.count, Edge{-1, -1});
  for (std::int32_t u = 0; u < orbitals.num_nodes; ++u) {
    for (std::int32_t v = 0; v < orbitals.num_nodes; ++v) {
      Edge& pair = pairs[orbitals(u, v)];
      if (pair.u < 0) pair = {u, v};
    }
  }
  return pairs;
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
