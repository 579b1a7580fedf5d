#include "isotypic/graph/random_graphs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/connected_components.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::random_graphs_test {
namespace {

/// Draws `count` graphs and returns how often each one came up.
template <typename Draw>
std::map<Hash128, int> frequencies(int count, const Draw& draw) {
  std::map<Hash128, int> found;
  for (int i = 0; i < count; ++i) ++found[hash_graph(draw())];
  return found;
}

/// Expects `classes` outcomes, all within five standard deviations of equal frequency.
void expect_uniform(const std::map<Hash128, int>& found, int count, std::size_t classes) {
  ASSERT_EQ(found.size(), classes);
  const double mean = count / static_cast<double>(classes);
  for (const auto& [hash, times] : found) EXPECT_NEAR(times, mean, 5 * std::sqrt(mean));
}

TEST(RandomGraphs, EqualSeedsGiveEqualGraphs) {
  Random a(7);
  Random b(7);
  Random c(8);
  EXPECT_EQ(erdos_renyi_graph(50, 0.2, a), erdos_renyi_graph(50, 0.2, b));
  EXPECT_EQ(random_regular_graph(50, 4, a), random_regular_graph(50, 4, b));
  EXPECT_EQ(random_tree(50, a), random_tree(50, b));
  EXPECT_NE(random_tree(50, a), random_tree(50, c));
}

TEST(RandomGraphs, ErdosRenyiReachesEveryGraphEquallyOftenAtOneHalf) {
  Random random(1);
  const int count = 64 * 400;
  expect_uniform(frequencies(count, [&] { return erdos_renyi_graph(4, 0.5, random); }), count, 64);
}

TEST(RandomGraphs, ErdosRenyiHasTheExpectedNumberOfEdges) {
  Random random(2);
  for (const double p : {0.001, 0.1, 0.7, 0.99}) {
    const double pairs = 2000.0 * 1999 / 2;
    const auto edges = static_cast<double>(erdos_renyi_graph(2000, p, random).num_edges());
    EXPECT_NEAR(edges, p * pairs, 5 * std::sqrt(pairs * p * (1 - p))) << p;
  }
}

TEST(RandomGraphs, ErdosRenyiAtTheEndsIsEmptyOrComplete) {
  Random random(3);
  EXPECT_EQ(erdos_renyi_graph(20, 0.0, random).num_edges(), 0);
  EXPECT_EQ(erdos_renyi_graph(20, 1.0, random), complete_graph(20));
  EXPECT_EQ(erdos_renyi_graph(20, 1e-300, random).num_edges(), 0);
  EXPECT_EQ(erdos_renyi_graph(0, 0.5, random).num_nodes(), 0);
  EXPECT_EQ(erdos_renyi_graph(1, 0.5, random).num_nodes(), 1);
}

TEST(RandomGraphs, RegularGraphsHaveExactlyTheirDegree) {
  Random random(4);
  for (std::int64_t n = 1; n <= 12; ++n) {
    for (std::int64_t degree = 0; degree < n; ++degree) {
      if (n * degree % 2 != 0) continue;
      const Graph graph = random_regular_graph(n, degree, random);
      ASSERT_EQ(graph.num_nodes(), n);
      for (std::int64_t v = 0; v < n; ++v) ASSERT_EQ(graph.degree(v), degree);
    }
  }
  const Graph large = random_regular_graph(5000, 8, random);
  for (std::int64_t v = 0; v < 5000; ++v) ASSERT_EQ(large.degree(v), 8);
}

TEST(RandomGraphs, RegularGraphsOfSixNodesAllOccur) {
  // 70 labelled cubic graphs on six nodes: 60 prisms and 10 K_{3,3}.
  Random random(5);
  const auto found = frequencies(7000, [&] { return random_regular_graph(6, 3, random); });
  EXPECT_EQ(found.size(), 70U);
}

TEST(RandomGraphs, TreesAreUniformAmongAllLabelledTrees) {
  Random random(6);
  const int count = 125 * 200;  // Cayley: 5^3 trees on five nodes
  expect_uniform(frequencies(count, [&] { return random_tree(5, random); }), count, 125);
}

TEST(RandomGraphs, TreesAreConnectedWithOneEdgeLessThanNodes) {
  Random random(7);
  for (const std::int64_t n : {1, 2, 3, 10, 1000}) {
    const Graph tree = random_tree(n, random);
    EXPECT_EQ(tree.num_edges(), n - 1);
    EXPECT_TRUE(is_connected(tree));
  }
}

TEST(RandomGraphs, RefuseWrongArguments) {
  Random random(8);
  EXPECT_THROW((void)erdos_renyi_graph(-1, 0.5, random), Error);
  EXPECT_THROW((void)erdos_renyi_graph(5, -0.1, random), Error);
  EXPECT_THROW((void)erdos_renyi_graph(5, 1.1, random), Error);
  EXPECT_THROW((void)erdos_renyi_graph(5, std::numeric_limits<double>::quiet_NaN(), random), Error);
  EXPECT_THROW((void)erdos_renyi_graph(1'000'000, 0.5, random), Error);
  EXPECT_THROW((void)random_regular_graph(5, 3, random), Error);
  EXPECT_THROW((void)random_regular_graph(4, 4, random), Error);
  EXPECT_THROW((void)random_regular_graph(4, -1, random), Error);
  EXPECT_THROW((void)random_regular_graph(INT64_MAX, 3, random), Error);
  EXPECT_THROW((void)random_tree(0, random), Error);
  EXPECT_THROW((void)random_tree(INT64_MAX, random), Error);
}

}  // namespace
}  // namespace isotypic::random_graphs_test
