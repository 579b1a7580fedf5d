#include "bench/hard_instances.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <utility>

#include "bench/designs.hpp"
#include "isotypic/graph/cfi.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/random_graphs.hpp"

namespace isotypic::bench {
namespace {

/// The multipede over a cubic graph: each node becomes a pair of nodes, and each node ties the
/// pairs of its three neighbours together by four middle nodes, one for each even choice.
/// Automorphisms are solutions of a linear system over GF(2), often only the trivial one, but every
/// engine has to branch on many pairs before it sees that.
Graph multipede(const Graph& base) {
  std::vector<Edge> edges;
  auto next = static_cast<std::int32_t>(2 * base.num_nodes());
  for (std::int32_t v = 0; v < base.num_nodes(); ++v) {
    for (std::int32_t choice = 0; choice < 4; ++choice, ++next) {
      const std::array sides = {choice & 1, choice >> 1, (choice & 1) ^ (choice >> 1)};
      for (std::size_t k = 0; k < sides.size(); ++k) {
        edges.push_back({2 * base.neighbours(v)[k] + sides[k], next});
      }
    }
    // Tells a pair from the middle nodes.
    edges.push_back({2 * v, 2 * v + 1});
  }
  return make_graph(next, edges);
}

/// The graph and one node more, joined to all.
Graph with_apex(const Graph& graph) {
  std::vector<Edge> edges = graph.edges();
  const auto apex = static_cast<std::int32_t>(graph.num_nodes());
  for (std::int32_t v = 0; v < apex; ++v) edges.push_back({v, apex});
  return make_graph(apex + 1, edges);
}

Graph ladder(std::int64_t rungs) { return cartesian_product(cycle_graph(rungs), path_graph(2)); }

class Collection {
 public:
  void add(std::string family, const std::string& name, const Graph& graph) {
    Random random(instances_.size() + 1);
    std::string full = family + ' ' + name;
    instances_.push_back({std::move(family), std::move(full), shuffled(graph, random)});
  }

  std::vector<HardInstance> build() {
    add_cfi();
    add_multipedes();
    add_designs();
    add_strongly_regular();
    add_latin_squares();
    add_lattices();
    add_easy_but_large();
    return std::move(instances_);
  }

 private:
  void add_cfi() {
    constexpr std::array variants = {std::pair{"full", CfiVariant::Full},
                                     std::pair{"contracted", CfiVariant::Contracted},
                                     std::pair{"compact", CfiVariant::Compact}};
    for (const auto& [word, variant] : variants) {
      for (const std::int64_t n : {200, 400}) {
        Random random(n);
        const Graph base = random_regular_graph(n, 3, random);
        add("cfi", std::string(word) + " cubic " + std::to_string(n),
            cfi_graph(base, {.variant = variant}));
      }
      for (const std::int64_t n : {150, 300}) {
        add("cfi", std::string(word) + " ladder " + std::to_string(n),
            cfi_graph(ladder(n), {.variant = variant}));
      }
    }
  }

  void add_multipedes() {
    for (const std::int64_t n : {60, 72, 84}) {
      Random random(n);
      add("multipede", "cubic " + std::to_string(n), multipede(random_regular_graph(n, 3, random)));
    }
  }

  void add_designs() {
    for (const std::int64_t p : {103, 163}) {
      add("hadamard", "paley " + std::to_string(p), hadamard_graph(paley_hadamard(p)));
    }
    for (const std::int64_t k : {7, 8}) {
      add("hadamard", "sylvester " + std::to_string(k), hadamard_graph(sylvester_hadamard(k)));
    }
    for (const std::int64_t p : {23, 31}) {
      add("hadamard", "switched paley " + std::to_string(p),
          hadamard_graph(double_hadamard(paley_hadamard(p))));
    }
    for (const std::int64_t q : {31, 43}) {
      add("projective-plane", "desarguesian " + std::to_string(q), projective_plane(q));
    }
    for (const std::int64_t q : {3, 5}) {
      add("projective-plane", "hall " + std::to_string(q * q), hall_plane(q));
    }
  }

  void add_strongly_regular() {
    for (const std::int64_t copies : {8, 16}) {
      const Graph both = disjoint_union(disjoint_copies(shrikhande_graph(), copies / 2),
                                        disjoint_copies(rook_graph(4, 4), copies - copies / 2));
      const std::string count = std::to_string(copies);
      add("srg-union", count + " of 16 nodes", both);
      add("srg-union", count + " of 16 nodes, complement", complement(both));
      add("srg-union", count + " of 16 nodes, apex", with_apex(both));
    }
    for (const std::int64_t copies : {6, 12}) {
      const Graph paleys = disjoint_copies(paley_graph(29), copies);
      add("srg-union", std::to_string(copies) + " Paley 29, apex", with_apex(paleys));
      add("srg-union", std::to_string(copies) + " Paley 29, complement", complement(paleys));
    }
    for (const std::int64_t n : {30}) {
      add("srg-union", "triangular " + std::to_string(n), johnson_graph(n, 2));
    }
  }

  void add_latin_squares() {
    for (const std::int64_t n : {30, 36}) {
      add("latin-square", "cyclic " + std::to_string(n), latin_square_graph(cyclic_square(n)));
      Random random(n);
      add("latin-square", "switched " + std::to_string(n),
          latin_square_graph(switched_square(n, random)));
    }
  }

  void add_lattices() {
    for (const std::int64_t q : {401, 625}) {
      add("paley", std::to_string(q), paley_graph(q));
    }
    add("paley", "29 squared", cartesian_product(paley_graph(29), paley_graph(29)));
    for (const std::int64_t n : {30, 45}) {
      add("lattice", std::to_string(n) + " squared", rook_graph(n, n));
    }
    for (const std::int64_t n : {12, 16}) {
      add("lattice", std::to_string(n) + " cubed",
          cartesian_product(rook_graph(n, n), complete_graph(n)));
    }
    add("lattice", "johnson 16 3", johnson_graph(16, 3));
    add("lattice", "kneser 14 4", kneser_graph(14, 4));
  }

  void add_easy_but_large() {
    for (const std::int64_t n : {20'000, 50'000}) {
      Random random(n);
      add("random-regular", std::to_string(n) + " degree 3", random_regular_graph(n, 3, random));
    }
    Random random(7);
    add("random-regular", "5000 degree 10", random_regular_graph(5'000, 10, random));
    add("grid", "150 by 150", grid_graph(150, 150));
    add("grid", "torus 150 by 150", torus_graph(150, 150));
    add("grid", "torus 20 cubed", cartesian_product(torus_graph(20, 20), cycle_graph(20)));
    add("grid", "hypercube 13", hypercube_graph(13));
  }

  std::vector<HardInstance> instances_;
};

}  // namespace

std::vector<HardInstance> hard_instances() { return Collection().build(); }

}  // namespace isotypic::bench
