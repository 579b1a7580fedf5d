// Sparse graphs of a hundred thousand nodes, in seconds and megabytes.

#include <gtest/gtest.h>

#include "isotypic/graph/families.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/symmetry/symmetry.hpp"
#include "tests/support/reference.hpp"

namespace isotypic::large_graphs_test {
namespace {

TEST(LargeGraphs, ARandomCubicGraphIsAsymmetricAndFindsItsCanonicalForm) {
  Random random(1);
  const Graph graph = random_regular_graph(100'000, 3, random);
  const Symmetry symmetry = compute_symmetry(graph);
  EXPECT_EQ(symmetry.order, "1");
  EXPECT_EQ(symmetry.num_orbits, 100'000);
  const Graph copy = relabel(graph, random_permutation(graph.num_nodes(), random));
  EXPECT_EQ(compute_symmetry(copy).hash, symmetry.hash);
}

TEST(LargeGraphs, ABinaryTreeHasOneFactorTwoForEveryInnerNode) {
  constexpr std::int64_t height = 16;
  const Graph graph = binary_tree(height);
  ASSERT_GT(graph.num_nodes(), 100'000);
  const Symmetry symmetry = compute_symmetry(graph);
  // 2^(2^16 - 1) = (2^51)^1285, since 65535 = 51 * 1285.
  EXPECT_EQ(symmetry.order, reference::power(std::int64_t{1} << 51, 1285));
  EXPECT_EQ(symmetry.num_orbits, height + 1);
}

TEST(LargeGraphs, AStarHasTheFactorialOfItsLeaves) {
  EXPECT_EQ(compute_symmetry(star_graph(3000)).order, reference::factorial(3000));
}

}  // namespace
}  // namespace isotypic::large_graphs_test
