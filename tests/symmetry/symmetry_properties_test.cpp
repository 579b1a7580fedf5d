// Laws of the symmetry engine on random graphs and random relabellings.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "isotypic/graph/cfi.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/symmetry/orbitals.hpp"
#include "isotypic/symmetry/refinement.hpp"

namespace isotypic::symmetry_properties_test {
namespace {

/// A graph with some symmetry as often as not: sparse or dense random, regular, trees, copies,
/// products, CFI.
Graph some_graph() {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const std::int64_t n = 1 + random.below(15);
  switch (random.below(7)) {
    case 0:
      return erdos_renyi_graph(n, 0.1 + 0.8 * random.uniform(), random);
    case 1:
      return random_tree(n, random);
    case 2:
      return random_regular_graph(2 * n, std::min<std::int64_t>(3, 2 * n - 1), random);
    case 3:
      return disjoint_copies(erdos_renyi_graph(1 + n / 3, 0.5, random), 3);
    case 4:
      return cartesian_product(random_tree(1 + n / 3, random), cycle_graph(4));
    case 5:
      return complement(disjoint_copies(random_tree(1 + n / 4, random), 2));
    default:
      return cfi_graph(random_regular_graph(4 + 2 * (n / 4), 3, random));
  }
}

Graph with_random_colours(const Graph& graph) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  Colours colours;
  for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
    colours.nodes.push_back(static_cast<std::int32_t>(random.below(2)));
  }
  for (std::int64_t e = 0; e < graph.num_edges(); ++e) {
    colours.edges.push_back(static_cast<std::int32_t>(random.below(2)));
  }
  return make_graph(graph.num_nodes(), graph.edges(), colours);
}

Permutation some_permutation(std::int64_t n) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  return random_permutation(n, random);
}

void check_relabelling(const Graph& graph, const SymmetryOptions& options) {
  const Permutation p = some_permutation(graph.num_nodes());
  const Symmetry here = compute_symmetry(graph, options);
  const Symmetry there = compute_symmetry(relabel(graph, p), options);
  RC_ASSERT(here.order == there.order);
  RC_ASSERT(here.num_orbits == there.num_orbits);
  RC_ASSERT(here.canonical == there.canonical);
  RC_ASSERT(here.hash == there.hash);
  const Orbitals orbitals_here = compute_orbitals(here);
  const Orbitals orbitals_there = compute_orbitals(there);
  RC_ASSERT(orbitals_here.count == orbitals_there.count);
  RC_ASSERT(orbitals_here.transposed == orbitals_there.transposed);
  RC_ASSERT(orbitals_here.valency == orbitals_there.valency);
  RC_ASSERT(canonical_orbitals(here) == canonical_orbitals(there));
  for (std::int64_t u = 0; u < graph.num_nodes(); ++u) {
    RC_ASSERT(here.orbit_of[u] == there.orbit_of[p[u]]);
    for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
      RC_ASSERT(orbitals_here(u, v) == orbitals_there(p[u], p[v]));
    }
  }
}

RC_GTEST_PROP(SymmetryProperties, RelabellingChangesNothingButTheLabels, ()) {
  check_relabelling(some_graph(), {});
}

RC_GTEST_PROP(SymmetryProperties, RelabellingChangesNothingForColouredGraphs, ()) {
  check_relabelling(with_random_colours(some_graph()),
                    {.node_colours = true, .edge_colours = true});
}

RC_GTEST_PROP(SymmetryProperties, ComplementsHaveTheSameGroup, ()) {
  const Graph graph = some_graph();
  const Symmetry here = compute_symmetry(graph);
  const Symmetry there = compute_symmetry(complement(graph));
  RC_ASSERT(here.order == there.order);
  RC_ASSERT(compute_orbitals(here).count == compute_orbitals(there).count);
}

RC_GTEST_PROP(SymmetryProperties, TheCanonicalFormIsTheGraphItself, ()) {
  const Graph graph = with_random_colours(some_graph());
  const Symmetry symmetry = compute_symmetry(graph, {.node_colours = true, .edge_colours = true});
  RC_ASSERT(relabel(graph, symmetry.position) == symmetry.canonical);
}

RC_GTEST_PROP(SymmetryProperties, GeneratorsAreAutomorphismsThatKeepColours, ()) {
  const Graph graph = with_random_colours(some_graph());
  const Symmetry symmetry = compute_symmetry(graph, {.node_colours = true, .edge_colours = true});
  for (const SparsePermutation& g : symmetry.generators) {
    RC_ASSERT(relabel(graph, to_dense(g, graph.num_nodes())) == graph);
  }
}

RC_GTEST_PROP(SymmetryProperties, OrbitsRefineTheCellsOfColourRefinement, ()) {
  const Graph graph = some_graph();
  const Symmetry symmetry = compute_symmetry(graph);
  const EquitablePartition cells(graph);
  RC_ASSERT(cells.num_cells() <= symmetry.num_orbits);
  for (const auto& orbit : orbit_lists(symmetry)) {
    for (const std::int32_t v : orbit) {
      RC_ASSERT(cells.cell_of(v) == cells.cell_of(orbit.front()));
    }
  }
}

RC_GTEST_PROP(SymmetryProperties, DeletingAnEdgeChangesTheHash, ()) {
  const Graph graph = some_graph();
  RC_PRE(graph.num_edges() > 0);
  std::vector<Edge> edges = graph.edges();
  edges.erase(edges.begin() + *rc::gen::inRange<std::int64_t>(0, graph.num_edges()));
  const Graph fewer = make_graph(graph.num_nodes(), edges);
  RC_ASSERT(compute_symmetry(graph).hash != compute_symmetry(fewer).hash);
}

}  // namespace
}  // namespace isotypic::symmetry_properties_test
