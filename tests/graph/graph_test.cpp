#include "isotypic/graph/graph.hpp"

#include <gtest/gtest.h>

#include "isotypic/base/error.hpp"

namespace isotypic::graph_test {
namespace {

TEST(Graph, DefaultIsTheGraphWithoutNodes) {
  const Graph graph;
  EXPECT_EQ(graph.num_nodes(), 0);
  EXPECT_EQ(graph.num_edges(), 0);
  EXPECT_EQ(graph, make_graph(0, {}));
}

TEST(Graph, DoesNotDependOnTheOrderOrDirectionOfItsEdges) {
  EXPECT_EQ(make_graph(4, {{0, 1}, {2, 1}, {3, 0}}), make_graph(4, {{0, 3}, {1, 0}, {1, 2}}));
}

TEST(Graph, ListsNeighboursAscending) {
  const Graph graph = make_graph(4, {{3, 1}, {1, 0}, {2, 1}});
  const auto row = graph.neighbours(1);
  EXPECT_EQ(std::vector(row.begin(), row.end()), (std::vector<std::int32_t>{0, 2, 3}));
  EXPECT_TRUE(graph.has_edge(1, 3));
  EXPECT_FALSE(graph.has_edge(0, 3));
}

TEST(Graph, RefusesWhatIsNotASimpleGraph) {
  EXPECT_THROW((void)make_graph(2, {{0, 0}}), Error);
  EXPECT_THROW((void)make_graph(2, {{0, 1}, {1, 0}}), Error);
  EXPECT_THROW((void)make_graph(2, {{0, 2}}), Error);
  EXPECT_THROW((void)make_graph(2, {{-1, 0}}), Error);
  EXPECT_THROW((void)make_graph(-1, {}), Error);
  EXPECT_THROW((void)make_graph(std::int64_t{1} << 40, {}), Error);
  EXPECT_THROW((void)make_graph(2, {{0, 1}}, {.nodes = {1}}), Error);
  EXPECT_THROW((void)make_graph(2, {{0, 1}}, {.edges = {1, 2}}), Error);
}

TEST(Graph, SimplifyCountsWhatItLeavesOut) {
  const std::vector<Edge> edges = {{0, 0}, {0, 1}, {1, 0}, {0, 1}, {5, 1}, {1, 2}, {-3, 2}};
  const auto [graph, dropped] = simplify_graph(3, edges);
  EXPECT_EQ(graph, make_graph(3, {{0, 1}, {1, 2}}));
  EXPECT_EQ(dropped, (Simplification{.self_loops = 1, .duplicate_edges = 2, .bad_indices = 2}));
}

TEST(Graph, SimplifyKeepsTheColourOfTheFirstOfEqualEdges) {
  const std::vector<Edge> edges = {{1, 0}, {0, 1}};
  EXPECT_EQ(simplify_graph(2, edges, {.edges = {7, 8}}).graph.edge_colours(),
            (std::vector<std::int32_t>{7}));
}

TEST(Graph, RelabellingMovesColoursAlong) {
  const Graph graph = make_graph(3, {{0, 1}, {1, 2}}, {.nodes = {5, 6, 7}, .edges = {1, 2}});
  const std::vector<std::int32_t> position = {2, 0, 1};
  const Graph moved = relabel(graph, position);
  EXPECT_EQ(moved, make_graph(3, {{2, 0}, {0, 1}}, {.nodes = {6, 7, 5}, .edges = {1, 2}}));
  EXPECT_THROW((void)relabel(graph, std::vector<std::int32_t>{0, 0, 1}), Error);
}

}  // namespace
}  // namespace isotypic::graph_test
