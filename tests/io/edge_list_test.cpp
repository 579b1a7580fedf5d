#include "isotypic/io/edge_list.hpp"

#include <gmock/gmock.h>

#include "tests/support/error_text.hpp"

namespace isotypic::edge_list_test {
namespace {

using testing::HasSubstr;

std::string edge_list_refusal(std::string_view text) {
  return error_text([&] { (void)parse_edge_list(text); });
}

TEST(EdgeList, ReadsBlanksTabsAndCommas) {
  const Graph path = make_graph(3, {{0, 1}, {1, 2}});
  EXPECT_EQ(parse_edge_list("0 1\n1 2\n").graph, path);
  EXPECT_EQ(parse_edge_list("# comment\n% another\n\n  1\t0\r\n2,1").graph, path);
}

TEST(EdgeList, HasAsManyNodesAsItsLargestIndexOrItsHeaderSays) {
  EXPECT_EQ(parse_edge_list("0 4\n").graph.num_nodes(), 5);
  EXPECT_EQ(parse_edge_list("# nodes: 9\n0 4\n").graph.num_nodes(), 9);
  EXPECT_EQ(parse_edge_list("# nodes: 0\n").graph, Graph());
  EXPECT_EQ(parse_edge_list("# Nodes: 4039 Edges: 88234\n0 1\n").graph.num_nodes(), 2);
}

TEST(EdgeList, ReadsAndWritesEdgeColours) {
  const Graph graph = make_graph(4, {{0, 1}, {1, 2}}, {.edges = {7, -3}});
  EXPECT_EQ(parse_edge_list("# nodes: 4\n1 2 -3\n0 1 7\n").graph, graph);
  EXPECT_EQ(format_edge_list(graph), "# nodes: 4\n0 1 7\n1 2 -3\n");
}

TEST(EdgeList, NamesTheLineThatIsWrong) {
  EXPECT_EQ(edge_list_refusal("0 1\n2\n"), "line 2: expected a node number, but the line ends");
  EXPECT_EQ(edge_list_refusal("0 1\n1 b\n"), "line 2: expected a node number, got 'b'");
  EXPECT_EQ(edge_list_refusal("source,target\n"), "line 1: expected a node number, got 'source'");
  EXPECT_EQ(edge_list_refusal("0 -1\n"),
            "line 1: a node number must be in 0..2147483645, not '-1'");
  EXPECT_EQ(edge_list_refusal("0 1 0.5\n"), "line 1: expected an integer colour, got '0.5'");
  EXPECT_EQ(edge_list_refusal("0 1 2 3\n"), "line 1: unexpected '3' at the end of the line");
  EXPECT_THAT(edge_list_refusal("0 1 2\n1 2\n"),
              HasSubstr("line 2: either every edge has a colour or none"));
  EXPECT_THAT(edge_list_refusal("0 1\n1 1\n"), HasSubstr("line 2: self-loop at node 1"));
  EXPECT_EQ(edge_list_refusal("0 1\n1 2\n1 0\n"),
            "the edge 0 - 1 of line 1 is repeated on line 3 (simplify leaves it out)");
  EXPECT_THAT(edge_list_refusal("# nodes: many\n"),
              HasSubstr("line 1: expected a number of nodes, got 'many'"));
  EXPECT_THAT(edge_list_refusal("# nodes: 2\n# nodes: 2\n"),
              HasSubstr("line 2: a second '# nodes: N'"));
}

TEST(EdgeList, ChecksTheDeclaredSizes) {
  EXPECT_THAT(edge_list_refusal(""), HasSubstr("neither an edge nor"));
  EXPECT_EQ(edge_list_refusal("# nodes: 2\n0 2\n"), "node 2 is outside the 2 declared nodes");
  EXPECT_THAT(edge_list_refusal("0 2147483645\n"),
              HasSubstr("declares 2147483646 nodes but has only 13 bytes"));
  EXPECT_THAT(edge_list_refusal("# nodes: 2147483646\n"),
              HasSubstr("declares 2147483646 nodes but has only 20 bytes"));
  EXPECT_THAT(edge_list_refusal("0 99999999999999999999\n"), HasSubstr("a node number must be in"));
}

TEST(EdgeList, SimplifyingCountsWhatItLeavesOut) {
  const auto [graph, dropped] =
      parse_edge_list("# nodes: 2\n0 1 4\n1 0 5\n1 1 6\n0 2 7\n", {.simplify = true});
  EXPECT_EQ(graph, make_graph(2, {{0, 1}}, {.edges = {4}}));
  EXPECT_EQ(dropped, (Simplification{.self_loops = 1, .duplicate_edges = 1, .bad_indices = 1}));
}

/// The line of sizes would be read as an edge.
TEST(EdgeList, RefusesMatrixMarket) {
  const std::string text = "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n";
  EXPECT_THAT(edge_list_refusal(text), HasSubstr("scipy.io.mmread"));
}

}  // namespace
}  // namespace isotypic::edge_list_test
