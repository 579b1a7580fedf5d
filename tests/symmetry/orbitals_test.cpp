#include "isotypic/symmetry/orbitals.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/zoo.hpp"

namespace isotypic::orbitals_test {
namespace {

std::int64_t rank(const Graph& graph) { return compute_orbitals(compute_symmetry(graph)).count; }

TEST(Orbitals, EqualBruteForceOnEveryGraphUpToSevenNodes) {
  for (const Graph& graph : reference::small_graphs()) {
    const auto expected = reference::orbitals(reference::automorphisms(graph), graph.num_nodes());
    const Orbitals orbitals = compute_orbitals(compute_symmetry(graph));
    EXPECT_EQ(reference::partition_of(orbitals.labels), reference::partition_of(expected));
  }
}

TEST(Orbitals, EqualBruteForceOnSmallGraphsWithColours) {
  Random random(1);
  for (const Graph& graph : reference::small_graphs()) {
    Colours colours;
    for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
      colours.nodes.push_back(static_cast<std::int32_t>(random.below(2)));
    }
    for (std::int64_t e = 0; e < graph.num_edges(); ++e) {
      colours.edges.push_back(static_cast<std::int32_t>(random.below(2)));
    }
    const Graph coloured = make_graph(graph.num_nodes(), graph.edges(), colours);
    const auto expected =
        reference::orbitals(reference::automorphisms(coloured), graph.num_nodes());
    const Orbitals orbitals =
        compute_orbitals(compute_symmetry(coloured, {.node_colours = true, .edge_colours = true}));
    EXPECT_EQ(reference::partition_of(orbitals.labels), reference::partition_of(expected));
  }
}

TEST(Orbitals, AreNumberedByFirstAppearanceInCanonicalOrder) {
  for (const auto& [name, graph] : zoo::graphs()) {
    const Orbitals orbitals = canonical_orbitals(compute_symmetry(graph));
    EXPECT_EQ(orbitals.labels, reference::partition_of(orbitals.labels)) << name;
  }
}

TEST(Orbitals, TransposeAndValencyAgreeWithTheLabels) {
  for (const auto& [name, graph] : zoo::graphs()) {
    if (graph.num_nodes() > 100) continue;
    const std::int64_t n = graph.num_nodes();
    const Orbitals orbitals = compute_orbitals(compute_symmetry(graph));
    ASSERT_EQ(std::ssize(orbitals.transposed), orbitals.count) << name;
    ASSERT_EQ(std::ssize(orbitals.valency), orbitals.count) << name;
    for (std::int64_t u = 0; u < n; ++u) {
      std::vector<std::int32_t> in_row(orbitals.count, 0);
      for (std::int64_t v = 0; v < n; ++v) {
        ++in_row[orbitals(u, v)];
        ASSERT_EQ(orbitals.transposed[orbitals(u, v)], orbitals(v, u)) << name;
      }
      for (std::int64_t k = 0; k < orbitals.count; ++k) {
        if (in_row[k] == 0) continue;
        ASSERT_EQ(in_row[k], orbitals.valency[k]) << name;
      }
    }
  }
}

TEST(Orbitals, SeeEdgesAndTheDiagonal) {
  for (const auto& [name, graph] : zoo::graphs()) {
    if (graph.num_nodes() > 100) continue;
    const std::int64_t n = graph.num_nodes();
    const Orbitals orbitals = compute_orbitals(compute_symmetry(graph));
    std::vector<int> kind(orbitals.count, -1);  // 0 diagonal, 1 edge, 2 neither
    for (std::int64_t u = 0; u < n; ++u) {
      for (std::int64_t v = 0; v < n; ++v) {
        const int here = u == v ? 0 : graph.has_edge(u, v) ? 1 : 2;
        int& known = kind[orbitals(u, v)];
        if (known < 0) known = here;
        ASSERT_EQ(known, here) << name;
      }
    }
  }
}

TEST(Orbitals, CountIsTheRankOfTheGroup) {
  EXPECT_EQ(rank(complete_graph(30)), 2);
  EXPECT_EQ(rank(cycle_graph(12)), 7);
  EXPECT_EQ(rank(cycle_graph(13)), 7);
  EXPECT_EQ(rank(petersen_graph()), 3);
  EXPECT_EQ(rank(rook_graph(4, 4)), 3);
  EXPECT_EQ(rank(shrikhande_graph()), 4);  // the non-edges split: not a rank 3 graph
  EXPECT_EQ(rank(paley_graph(81)), 3);
  EXPECT_EQ(rank(hypercube_graph(7)), 8);
  EXPECT_EQ(rank(johnson_graph(9, 4)), 5);
  EXPECT_EQ(rank(star_graph(10)), 5);
}

TEST(Orbitals, DoNotDependOnTheGenerators) {
  const Symmetry symmetry = compute_symmetry(petersen_graph());
  std::vector<SparsePermutation> all;
  for (const Permutation& g : reference::automorphisms(rook_graph(2, 3))) {
    all.push_back(to_sparse(g));
  }
  const Symmetry small = compute_symmetry(rook_graph(2, 3));
  EXPECT_EQ(compute_orbitals(6, all), compute_orbitals(6, small.generators));
  std::vector<SparsePermutation> reversed(symmetry.generators.rbegin(), symmetry.generators.rend());
  EXPECT_EQ(compute_orbitals(10, symmetry.generators), compute_orbitals(10, reversed));
}

TEST(Orbitals, OfTheTrivialGroupAreSinglePairs) {
  const Orbitals orbitals = compute_orbitals(3, {});
  EXPECT_EQ(orbitals.count, 9);
  std::vector<std::int32_t> expected(9);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(orbitals.labels, expected);
  EXPECT_EQ(compute_orbitals(0, {}).count, 0);
}

TEST(Orbitals, RefuseSizesWhoseLabelsDoNotFit) {
  EXPECT_THROW((void)compute_orbitals(max_orbital_nodes + 1, {}), Error);
  EXPECT_THROW((void)compute_orbitals(-1, {}), Error);
}

}  // namespace
}  // namespace isotypic::orbitals_test
