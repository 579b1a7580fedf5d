#include "isotypic/symmetry/internal/flips.hpp"

#include <gtest/gtest.h>

#include "isotypic/graph/connected_components.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/symmetry/internal/group_order.hpp"
#include "tests/support/zoo.hpp"

namespace isotypic::flips_test {
namespace {

TEST(Flips, TakeComplementsOfUnionsApart) {
  const Graph apart = disjoint_copies(shrikhande_graph(), 5);
  const Graph together = complement(apart);
  const FlipReduction flipped = flip_dense_pairs({&together, {}, {}});
  ASSERT_TRUE(flipped.any);
  EXPECT_EQ(flipped.graph, apart);
}

TEST(Flips, CutOffNodesThatAreJoinedToAll) {
  const Graph wheel = complement(disjoint_union(complement(cycle_graph(30)), path_graph(1)));
  const FlipReduction flipped = flip_dense_pairs({&wheel, {}, {}});
  ASSERT_TRUE(flipped.any);
  EXPECT_EQ(flipped.graph.num_edges(), 30);
  EXPECT_EQ(connected_components(flipped.graph).count, 2);
}

TEST(Flips, LeaveSparseGraphsAlone) {
  const Graph graph = torus_graph(6, 6);
  EXPECT_FALSE(flip_dense_pairs({&graph, {}, {}}).any);
}

TEST(Flips, KeepTheGroupAndLeaveFewerEdges) {
  int flips = 0;
  for (const auto& [name, graph] : zoo::graphs()) {
    FlipReduction flipped = flip_dense_pairs({&graph, {}, {}});
    if (!flipped.any) continue;
    ++flips;
    flipped.problem.graph = &flipped.graph;
    EXPECT_LT(flipped.graph.num_edges(), graph.num_edges()) << name;
    const SearchResult found = run_search(SymmetryEngine::Traces, flipped.problem, {});
    EXPECT_EQ(product_in_decimal(found.order_factors), compute_symmetry(graph).order) << name;
  }
  EXPECT_GT(flips, 20);
}

}  // namespace
}  // namespace isotypic::flips_test
