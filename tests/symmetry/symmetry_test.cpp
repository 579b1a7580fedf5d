#include "isotypic/symmetry/symmetry.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "isotypic/graph/cfi.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "tests/support/reference.hpp"

namespace isotypic::symmetry_test {
namespace {

SymmetryOptions all_colours() { return {.node_colours = true, .edge_colours = true}; }

/// Colours drawn from few values, the extreme ones of int32 among them.
Graph coloured(const Graph& graph, Random& random) {
  constexpr std::int32_t values[] = {0, std::numeric_limits<std::int32_t>::min(),
                                     std::numeric_limits<std::int32_t>::max()};
  Colours colours;
  for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
    colours.nodes.push_back(values[random.below(2)]);
  }
  for (std::int64_t e = 0; e < graph.num_edges(); ++e) {
    colours.edges.push_back(values[random.below(3)]);
  }
  return make_graph(graph.num_nodes(), graph.edges(), colours);
}

void expect_equal_to_brute_force(const Graph& graph, const SymmetryOptions& options) {
  const auto group = reference::automorphisms(graph);
  const Symmetry symmetry = compute_symmetry(graph, options);
  EXPECT_EQ(symmetry.order, std::to_string(group.size()));
  const auto orbits = reference::orbits(group, graph.num_nodes());
  EXPECT_EQ(reference::partition_of(symmetry.orbit_of), reference::partition_of(orbits));
  const std::set<Permutation> members(group.begin(), group.end());
  for (const SparsePermutation& g : symmetry.generators) {
    EXPECT_TRUE(members.contains(to_dense(g, graph.num_nodes()))) << cycle_notation(g);
  }
}

TEST(SmallGraphs, AreAsManyAsTheLiteratureCounts) {
  std::vector<std::size_t> counts;
  for (std::int64_t n = 0; n <= 7; ++n) {
    counts.push_back(reference::graphs_up_to_isomorphism(n).size());
  }
  EXPECT_EQ(counts, (std::vector<std::size_t>{1, 1, 2, 4, 11, 34, 156, 1044}));
}

TEST(Symmetry, EqualsBruteForceOnEveryGraphUpToSevenNodes) {
  ASSERT_EQ(reference::small_graphs().size(), 1252U);
  for (const Graph& graph : reference::small_graphs()) expect_equal_to_brute_force(graph, {});
}

TEST(Symmetry, CanonicalFormsAreEqualExactlyWhenGraphsAreIsomorphic) {
  Random random(1);
  std::vector<Graph> forms;
  std::set<Hash128> hashes;
  for (const Graph& graph : reference::small_graphs()) {
    const Symmetry symmetry = compute_symmetry(graph);
    EXPECT_TRUE(reference::isomorphic(graph, symmetry.canonical));
    // One representative of each class: all forms differ, and so must their hashes.
    EXPECT_TRUE(hashes.insert(symmetry.hash).second);
    for (const Graph& earlier : forms) EXPECT_NE(symmetry.canonical, earlier);
    forms.push_back(symmetry.canonical);
    for (int copy = 0; copy < 4; ++copy) {
      const Symmetry other = compute_symmetry(shuffled(graph, random));
      EXPECT_EQ(other.canonical, symmetry.canonical);
      EXPECT_EQ(other.hash, symmetry.hash);
    }
  }
}

TEST(Symmetry, EqualsBruteForceOnColouredSmallGraphs) {
  Random random(2);
  for (const Graph& graph : reference::small_graphs()) {
    const Graph both = coloured(graph, random);
    expect_equal_to_brute_force(both, all_colours());
    const auto nodes = both.node_colours();
    expect_equal_to_brute_force(with_node_colours(graph, {nodes.begin(), nodes.end()}),
                                all_colours());
    expect_equal_to_brute_force(
        make_graph(graph.num_nodes(), graph.edges(), {.nodes = {}, .edges = both.edge_colours()}),
        all_colours());
  }
}

TEST(Symmetry, ColouredCanonicalFormsAreEqualExactlyWhenIsomorphic) {
  Random random(3);
  std::int64_t isomorphic = 0;
  std::int64_t different = 0;
  for (const Graph& graph : reference::small_graphs()) {
    if (graph.num_nodes() > 5) break;
    for (int repeat = 0; repeat < 40; ++repeat) {
      const Graph a = coloured(graph, random);
      const Graph b = shuffled(coloured(graph, random), random);
      const bool expected = reference::isomorphic(a, b);
      EXPECT_EQ(are_isomorphic(a, b, all_colours()), expected);
      ++(expected ? isomorphic : different);
      const Graph copy = shuffled(a, random);
      const auto map = find_isomorphism(a, copy, all_colours());
      ASSERT_TRUE(map.has_value());
      EXPECT_EQ(relabel(a, *map), copy);
    }
  }
  EXPECT_GT(isomorphic, 50);
  EXPECT_GT(different, 500);
}

TEST(Symmetry, IgnoresColoursUnlessAsked) {
  Random random(4);
  const Graph graph = coloured(petersen_graph(), random);
  const Symmetry symmetry = compute_symmetry(graph);
  EXPECT_EQ(symmetry.order, "120");
  EXPECT_EQ(symmetry.canonical, compute_symmetry(petersen_graph()).canonical);
}

TEST(Symmetry, AskingForColoursThatAreAbsentChangesNothing) {
  const Symmetry plain = compute_symmetry(petersen_graph());
  const Symmetry asked = compute_symmetry(petersen_graph(), all_colours());
  EXPECT_EQ(asked.canonical, plain.canonical);
  EXPECT_EQ(asked.order, plain.order);
}

TEST(Symmetry, OfTheGraphWithoutNodesIsTrivial) {
  const Symmetry symmetry = compute_symmetry(Graph{});
  EXPECT_EQ(symmetry.order, "1");
  EXPECT_EQ(symmetry.num_orbits, 0);
  EXPECT_EQ(symmetry.canonical, Graph{});
}

TEST(Symmetry, KnowsTheOrdersOfFamousGraphs) {
  const auto order = [](const Graph& graph) { return compute_symmetry(graph).order; };
  EXPECT_EQ(order(petersen_graph()), "120");
  EXPECT_EQ(order(shrikhande_graph()), "192");
  EXPECT_EQ(order(rook_graph(4, 4)), "1152");
  EXPECT_EQ(order(rook_graph(4, 5)), "2880");                  // 4! 5!
  EXPECT_EQ(order(generalised_petersen_graph(10, 2)), "120");  // dodecahedron
  EXPECT_EQ(order(generalised_petersen_graph(10, 3)), "240");  // Desargues
  EXPECT_EQ(order(generalised_petersen_graph(8, 3)), "96");    // Moebius-Kantor
  EXPECT_EQ(order(generalised_petersen_graph(12, 5)), "144");  // Nauru
  EXPECT_EQ(order(cycle_graph(50)), "100");
  EXPECT_EQ(order(path_graph(50)), "2");
  EXPECT_EQ(order(prism_graph(7)), "28");
  EXPECT_EQ(order(moebius_ladder(7)), "28");
  EXPECT_EQ(order(moebius_ladder(3)), "72");   // K_{3,3}
  EXPECT_EQ(order(torus_graph(5, 7)), "140");  // D_5 x D_7
  EXPECT_EQ(order(grid_graph(5, 5)), "8");
}

TEST(Symmetry, OfAHypercubeHasOrderTwoToTheDTimesDFactorial) {
  for (std::int64_t d = 1; d <= 10; ++d) {
    EXPECT_EQ(compute_symmetry(hypercube_graph(d)).order,
              reference::times(reference::factorial(d), std::int64_t{1} << d));
  }
}

TEST(Symmetry, OfACompleteGraphHasOrderNFactorialToTheLastDigit) {
  EXPECT_EQ(compute_symmetry(complete_graph(25)).order, "15511210043330985984000000");
  // On both sides of the border between the engines.
  for (const std::int64_t n : {1, 2, 3, 30, 100, 256, 257, 300}) {
    EXPECT_EQ(compute_symmetry(complete_graph(n)).order, reference::factorial(n)) << n;
    EXPECT_EQ(compute_symmetry(complement(complete_graph(n))).order, reference::factorial(n)) << n;
  }
}

TEST(Symmetry, OfAPaleyGraphHasOrderQTimesHalfQMinusOneTimesK) {
  // Carlitz: x -> a x^sigma + b with a a square and sigma a field automorphism.
  for (const auto& [q, k] : {std::pair{5, 1},
                             {9, 2},
                             {13, 1},
                             {17, 1},
                             {25, 2},
                             {29, 1},
                             {49, 2},
                             {81, 4},
                             {101, 1},
                             {121, 2},
                             {125, 3},
                             {289, 2}}) {
    EXPECT_EQ(compute_symmetry(paley_graph(q)).order, std::to_string(q * (q - 1) / 2 * k)) << q;
  }
}

TEST(Symmetry, WithoutACanonicalFormKeepsTheLabelsOfTheGraph) {
  const Graph graph = torus_graph(6, 7);
  const Symmetry group = compute_symmetry(graph, {.canonical_form = false});
  EXPECT_FALSE(group.is_canonical);
  EXPECT_EQ(group.order, compute_symmetry(graph).order);
  EXPECT_EQ(group.canonical, graph);
  EXPECT_EQ(group.position, identity_permutation(42));
  EXPECT_EQ(group.hash, Hash128());
  // Whoever compares graphs gets canonical forms all the same.
  Random random(1);
  const Graph copy = relabel(graph, random_permutation(42, random));
  EXPECT_TRUE(are_isomorphic(graph, copy, {.canonical_form = false}));
}

TEST(Symmetry, OfASmallGraphIsCanonicalInAnyCase) {
  const Symmetry group = compute_symmetry(petersen_graph(), {.canonical_form = false});
  EXPECT_TRUE(group.is_canonical);
  EXPECT_EQ(group.hash, compute_symmetry(petersen_graph()).hash);
}

TEST(Symmetry, OfKneserAndJohnsonGraphsIsThatOfThePoints) {
  for (const auto& [n, k] : {std::pair{5, 2}, {7, 2}, {7, 3}, {8, 3}, {9, 4}, {11, 4}}) {
    EXPECT_EQ(compute_symmetry(kneser_graph(n, k)).order, reference::factorial(n));
    EXPECT_EQ(compute_symmetry(johnson_graph(n, k)).order, reference::factorial(n));
  }
  // With n = 2k, taking complements is one more symmetry of the Johnson graph.
  EXPECT_EQ(compute_symmetry(johnson_graph(8, 4)).order,
            reference::times(reference::factorial(8), 2));
}

TEST(Symmetry, OfAFullCfiGraphHasOneFactorTwoForEachIndependentCycleOfTheBase) {
  // 2^(m - n + 1) flips along cycles, times the automorphisms of the base (degrees above 2).
  struct Case {
    Graph base;
    std::int64_t automorphisms;
  };
  for (const auto& [base, automorphisms] :
       {Case{complete_graph(4), 24}, Case{complete_graph(5), 120}, Case{hypercube_graph(3), 48},
        Case{petersen_graph(), 120}, Case{complete_bipartite_graph(3, 3), 72}}) {
    const std::string expected = reference::times(
        reference::power(2, base.num_edges() - base.num_nodes() + 1), automorphisms);
    EXPECT_EQ(compute_symmetry(cfi_graph(base)).order, expected);
  }
}

TEST(Symmetry, ChoosesTheEngineByTheNumberOfNodesAlone) {
  for (const std::int64_t n : {1, 23, 24, 25, 40}) {
    const Graph edgeless = make_graph(n, {});
    for (const Graph& graph : {edgeless, complete_graph(n), path_graph(n)}) {
      Random random(n);
      EXPECT_EQ(compute_symmetry(graph).engine, choose_engine(n));
      // Edge colours are searched in a larger graph; they must not change the engine.
      EXPECT_EQ(compute_symmetry(coloured(graph, random), all_colours()).engine, choose_engine(n));
    }
  }
  EXPECT_EQ(choose_engine(24), SymmetryEngine::DenseNauty);
  EXPECT_EQ(choose_engine(25), SymmetryEngine::Traces);
}

TEST(Symmetry, HashesGraphsWithDifferentIsolatedNodesDifferently) {
  EXPECT_NE(hash_graph(make_graph(2, {{0, 1}})), hash_graph(make_graph(3, {{0, 1}})));
  EXPECT_EQ(to_string(Hash128{1, 0xabcdef}), "00000000000000010000000000abcdef");
}

}  // namespace
}  // namespace isotypic::symmetry_test
