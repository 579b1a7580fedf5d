// Searches with the engine forced: what Traces does beneath compute_symmetry, twins and components
// included, on graphs so small that compute_symmetry would give them to dense nauty.

#include "isotypic/symmetry/internal/search.hpp"

#include <gtest/gtest.h>

#include <set>

#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/symmetry/internal/group_order.hpp"
#include "isotypic/symmetry/orbitals.hpp"
#include "tests/support/reference.hpp"

namespace isotypic::search_test {
namespace {

SearchResult by_traces(const Graph& graph) {
  return run_search(SymmetryEngine::Traces, {&graph, {}, {}}, {});
}

Graph canonical_by_traces(const Graph& graph) {
  const SearchResult found = by_traces(graph);
  return relabel(graph, inverse(found.canonical_order));
}

TEST(Search, ByTracesGeneratesTheGroupOfEverySmallGraph) {
  for (const Graph& graph : reference::small_graphs()) {
    const Orbitals ours = compute_orbitals(graph.num_nodes(), by_traces(graph).generators);
    EXPECT_EQ(ours, compute_orbitals(graph.num_nodes(), compute_symmetry(graph).generators));
  }
}

TEST(Search, ByTracesFindsCanonicalFormsOfEverySmallGraph) {
  Random random(11);
  std::set<std::vector<Edge>> forms;
  std::size_t graphs = 0;
  for (const Graph& graph : reference::small_graphs()) {
    if (graph.num_nodes() != 7) continue;
    ++graphs;
    const Graph form = canonical_by_traces(graph);
    forms.insert(form.edges());
    const Graph copy = relabel(graph, random_permutation(graph.num_nodes(), random));
    EXPECT_EQ(canonical_by_traces(copy), form);
  }
  EXPECT_EQ(forms.size(), graphs);
}

TEST(Search, CollapsesTwinsIntoTwoGeneratorsAClass) {
  EXPECT_EQ(by_traces(complete_graph(200)).generators.size(), 2U);
  EXPECT_LE(by_traces(complete_bipartite_graph(100, 100)).generators.size(), 5U);
}

TEST(Search, TakesUnionsOfHardGraphsApart) {
  const Graph graph = disjoint_copies(shrikhande_graph(), 50);
  // 192^50 * 50!
  std::vector<std::int64_t> factors(50, 192);
  for (std::int64_t k = 2; k <= 50; ++k) factors.push_back(k);
  EXPECT_EQ(compute_symmetry(graph).order, product_in_decimal(factors));
  Random random(2);
  EXPECT_TRUE(are_isomorphic(graph, relabel(graph, random_permutation(800, random))));
  EXPECT_FALSE(are_isomorphic(
      graph, disjoint_union(disjoint_copies(shrikhande_graph(), 49), rook_graph(4, 4))));
}

TEST(Search, KeepsColoursOfTwinsAndComponentsApart) {
  const Graph edges = disjoint_copies(complete_graph(2), 20);
  std::vector<std::int32_t> colours(40, 0);
  colours[0] = 1;
  const Graph marked = with_node_colours(edges, colours);
  // The marked edge is alone now: 2^19 * 19!
  std::vector<std::int64_t> factors(19, 2);
  for (std::int64_t k = 2; k <= 19; ++k) factors.push_back(k);
  EXPECT_EQ(compute_symmetry(marked, {.node_colours = true}).order, product_in_decimal(factors));
}

}  // namespace
}  // namespace isotypic::search_test
