#include "experiments/continuity/edits.hpp"

#include <gtest/gtest.h>

#include "isotypic/graph/connected_components.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/random_graphs.hpp"

namespace isotypic::experiments::edits_test {
namespace {

std::int64_t common_edges(const Graph& a, const Graph& b) {
  const std::vector<Edge> first = a.edges();
  const std::vector<Edge> second = b.edges();
  std::vector<Edge> both;
  std::ranges::set_intersection(first, second, std::back_inserter(both));
  return std::ssize(both);
}

TEST(Edits, MoveOneEdge) {
  Random random(1, 0);
  for (int i = 0; i < 50; ++i) {
    const Graph graph = erdos_renyi_graph(12, 0.3, random);
    const std::optional<Graph> edited = move_edge(graph, random);
    ASSERT_TRUE(edited);
    EXPECT_EQ(edited->num_edges(), graph.num_edges());
    EXPECT_EQ(common_edges(graph, *edited), graph.num_edges() - 1);
  }
  EXPECT_FALSE(move_edge(complete_graph(4), random));
  EXPECT_FALSE(move_edge(make_graph(4, {}), random));
}

TEST(Edits, SwitchTwoEdgesAndKeepAllDegrees) {
  Random random(2, 0);
  for (int i = 0; i < 50; ++i) {
    const Graph graph = random_regular_graph(12, 4, random);
    const std::optional<Graph> edited = switch_edges(graph, random);
    ASSERT_TRUE(edited);
    EXPECT_EQ(common_edges(graph, *edited), graph.num_edges() - 2);
    for (std::int64_t v = 0; v < 12; ++v) EXPECT_EQ(edited->degree(v), 4);
  }
  EXPECT_FALSE(switch_edges(complete_graph(5), random));
}

TEST(Edits, MoveALeafOfATree) {
  Random random(3, 0);
  for (int i = 0; i < 50; ++i) {
    const Graph tree = random_tree(12, random);
    const std::optional<Graph> edited = move_leaf(tree, 12, random);
    ASSERT_TRUE(edited);
    EXPECT_EQ(edited->num_edges(), 11);
    EXPECT_EQ(connected_components(*edited).count, 1);
    EXPECT_EQ(common_edges(tree, *edited), 10);
  }
  EXPECT_FALSE(move_leaf(cycle_graph(5), 4, random));
  EXPECT_FALSE(move_leaf(path_graph(2), 4, random));
  // The centre is full, and a star's other leaves are too with a limit of one.
  EXPECT_FALSE(move_leaf(star_graph(4), 1, random));
}

}  // namespace
}  // namespace isotypic::experiments::edits_test
