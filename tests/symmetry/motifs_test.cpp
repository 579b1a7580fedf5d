#include "isotypic/symmetry/motifs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "tests/support/laws.hpp"
#include "tests/support/sample_graphs.hpp"
#include "tests/support/zoo.hpp"

namespace isotypic::motifs_test {
namespace {

Motifs motifs_of(const Graph& graph) { return find_motifs(compute_symmetry(graph)); }

TEST(Motifs, OfAnAsymmetricGraphAreNone) {
  Random random(3);
  const Motifs motifs = motifs_of(random_regular_graph(60, 3, random));
  EXPECT_TRUE(motifs.motifs.empty());
  EXPECT_TRUE(motifs.exchanges.empty());
  EXPECT_TRUE(motifs.cores.empty());
  EXPECT_EQ(motifs.num_orbits, 60);
}

TEST(Motifs, TheLeavesOfAStarAreExchanged) {
  const Motifs motifs = motifs_of(star_graph(9));
  ASSERT_EQ(motifs.motifs.size(), 1);
  EXPECT_EQ(motifs.motifs[0].kind, MotifKind::Basic);
  EXPECT_EQ(motifs.motifs[0].num_nodes, 9);
  ASSERT_EQ(motifs.exchanges.size(), 1);
  EXPECT_EQ(motifs.exchanges[0].num_parts, 9);
  EXPECT_EQ(motifs.exchanges[0].num_places, 1);
}

TEST(Motifs, ACompleteGraphIsBasicThoughAllItsNodesAreJoined) {
  const Motifs motifs = motifs_of(complete_graph(30));
  ASSERT_EQ(motifs.exchanges.size(), 1);
  EXPECT_EQ(motifs.exchanges[0].num_parts, 30);
}

TEST(Motifs, TheTwoHalvesOfAPathAreExchangedAsWholes) {
  for (const std::int64_t n : {40, 41}) {
    const Motifs motifs = motifs_of(path_graph(n));
    ASSERT_EQ(motifs.exchanges.size(), 1);
    EXPECT_EQ(motifs.exchanges[0].num_parts, 2);
    EXPECT_EQ(motifs.exchanges[0].num_orbits, 20);
    EXPECT_EQ(motifs.motifs[0].kind, MotifKind::Basic);
  }
}

TEST(Motifs, TrianglesAreExchangedAndSoAreTheirCorners) {
  const Motifs motifs = motifs_of(disjoint_copies(complete_graph(3), 7));
  ASSERT_EQ(motifs.exchanges.size(), 2);
  EXPECT_EQ(motifs.motifs[0].kind, MotifKind::Nested);
  EXPECT_EQ(motifs.exchanges[0].num_parts, 7);
  EXPECT_EQ(motifs.exchanges[0].num_places, 1);
  EXPECT_EQ(motifs.exchanges[1].num_parts, 3);
  EXPECT_EQ(motifs.exchanges[1].num_places, 7);
}

TEST(Motifs, ABinaryTreeExchangesTwoBranchesOnEveryLevel) {
  const Motifs motifs = motifs_of(binary_tree(6));
  ASSERT_EQ(motifs.exchanges.size(), 6);
  for (std::int64_t level = 0; level < 6; ++level) {
    EXPECT_EQ(motifs.exchanges[level].num_parts, 2);
    EXPECT_EQ(motifs.exchanges[level].num_places, std::int64_t{1} << level);
    EXPECT_EQ(motifs.exchanges[level].num_orbits, 6 - level);
  }
}

TEST(Motifs, CopiesOfAGraphWithoutStructureShareOneKindOfCore) {
  const Motifs motifs = motifs_of(disjoint_copies(petersen_graph(), 4));
  ASSERT_EQ(motifs.cores.size(), 1);
  EXPECT_EQ(motifs.cores[0].copies.size(), 4);
  EXPECT_EQ(motifs.cores[0].copies[0].size(), 10);
  EXPECT_EQ(motifs.motifs[0].kind, MotifKind::Core);
  ASSERT_EQ(motifs.exchanges.size(), 1);
  EXPECT_EQ(motifs.exchanges[0].num_parts, 4);
}

TEST(Motifs, TwoIndependentSymmetriesAreTwoMotifs) {
  const Motifs motifs =
      motifs_of(disjoint_union(std::vector<Graph>{star_graph(4), star_graph(5), cycle_graph(7)}));
  ASSERT_EQ(motifs.motifs.size(), 3);
  std::multiset<std::int64_t> sizes;
  for (const Motif& motif : motifs.motifs) sizes.insert(motif.num_nodes);
  EXPECT_EQ(sizes, (std::multiset<std::int64_t>{4, 5, 7}));
}

TEST(Motifs, AreCountedByKind) {
  const std::vector<Graph> parts = {star_graph(4), disjoint_copies(star_graph(2), 3),
                                    cycle_graph(7), path_graph(1)};
  const MotifSummary summary = summarise(motifs_of(disjoint_union(parts)));
  EXPECT_EQ(summary, (MotifSummary{.num_basic = 1,
                                   .num_nested = 1,
                                   .num_with_core = 1,
                                   .num_moved_nodes = 4 + 9 + 7,
                                   .largest_core = 7}));
}

TEST(Motifs, EdgeColoursDecideWhatIsEqual) {
  Colours colours{{}, {0, 0, 0, 1, 1}};
  const Graph graph =
      make_graph(6, std::vector<Edge>{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}}, colours);
  const Motifs motifs = find_motifs(compute_symmetry(graph, {.edge_colours = true}));
  ASSERT_EQ(motifs.exchanges.size(), 2);
  EXPECT_EQ(motifs.exchanges[0].num_parts + motifs.exchanges[1].num_parts, 5);
}

TEST(Motifs, DoNotDependOnTheLabels) {
  Random random(1);
  for (const zoo::NamedGraph& item : zoo::graphs()) {
    SCOPED_TRACE(item.name);
    expect_invariant(item.graph, 2, random, motifs_of);
  }
}

/// The nodes of the cells are those of the graph, children are the parts of their parent.
TEST(Motifs, CellsAreNested) {
  for (const zoo::NamedGraph& item : zoo::graphs()) {
    SCOPED_TRACE(item.name);
    const Motifs motifs = motifs_of(item.graph);
    std::vector<std::int32_t> order = motifs.order;
    std::sort(order.begin(), order.end());
    EXPECT_EQ(order, identity_permutation(item.graph.num_nodes()));
    for (const MotifCell& cell : motifs.cells) {
      if (!cell.is_split()) continue;
      EXPECT_EQ(cell.child_size() * cell.num_parts, cell.size);
      if (cell.child_size() == 1) continue;
      EXPECT_EQ(motifs.cells[cell.first_child].begin, cell.begin);
      EXPECT_EQ(motifs.cells[cell.first_child + cell.num_parts - 1].begin + cell.child_size(),
                cell.begin + cell.size);
    }
  }
}

TEST(Motifs, OrderIsComparedExactly) {
  const Symmetry symmetry = compute_symmetry(disjoint_copies(star_graph(5), 3));
  const Motifs motifs = find_motifs(symmetry);
  EXPECT_TRUE(has_order(motifs, {}, symmetry.order));  // 3! * 5!^3
  EXPECT_FALSE(has_order(motifs, {}, "10368001"));
  EXPECT_FALSE(has_order(motifs, {}, "1"));
}

TEST(Motifs, OfWrongOrbitsDoNotHaveTheOrderOfTheGroup) {
  Symmetry symmetry = compute_symmetry(path_graph(5));
  // Nodes 0 and 1 in one orbit cannot be: one of them has two neighbours.
  symmetry.orbit_of = {0, 0, 1, 2, 2};
  symmetry.num_orbits = 3;
  const Motifs motifs = find_motifs(symmetry);
  EXPECT_FALSE(has_order(motifs, std::vector<std::string>(motifs.cores.size(), "1"), "2"));
}

}  // namespace
}  // namespace isotypic::motifs_test
