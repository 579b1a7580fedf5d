#include "isotypic/io/dimacs.hpp"

#include <gmock/gmock.h>

#include "tests/support/error_text.hpp"

namespace isotypic::dimacs_test {
namespace {

using testing::HasSubstr;

std::string dimacs_refusal(std::string_view text) {
  return error_text([&] { (void)parse_dimacs(text); });
}

TEST(Dimacs, ReadsAGraphWithComments) {
  const Graph graph = make_graph(4, {{0, 1}, {1, 2}});
  EXPECT_EQ(parse_dimacs("c a path\nc\np edge 4 2\n\ne 1 2\ne 3 2\n").graph, graph);
  EXPECT_EQ(parse_dimacs("p col 4 2\r\ne  1\t2\r\ne 3 2").graph, graph);
  EXPECT_EQ(parse_dimacs("p edge 0 0").graph, Graph());
}

TEST(Dimacs, ReadsNodeColoursAsBlissWritesThem) {
  EXPECT_EQ(parse_dimacs("p edge 3 1\nn 3 7\nn 1 -2\ne 1 2\n").graph,
            make_graph(3, {{0, 1}}, {.nodes = {-2, 0, 7}}));
}

TEST(Dimacs, WritesWhatItReads) {
  const Graph graph = make_graph(3, {{0, 1}, {1, 2}}, {.nodes = {0, 5, 0}});
  EXPECT_EQ(format_dimacs(graph), "p edge 3 2\nn 1 0\nn 2 5\nn 3 0\ne 1 2\ne 2 3\n");
  EXPECT_EQ(parse_dimacs(format_dimacs(graph)).graph, graph);
  EXPECT_THAT(error_text([] {
                (void)format_dimacs(make_graph(2, {{0, 1}}, {.edges = {3}}));
              }),
              HasSubstr("cannot hold edge colours"));
}

TEST(Dimacs, NamesTheLineThatIsWrong) {
  EXPECT_EQ(dimacs_refusal("c\ne 1 2\n"),
            "line 2: the line 'p edge N M' must come before this one");
  EXPECT_EQ(dimacs_refusal("p edge 2 1\ne 1\n"),
            "line 2: expected a node number, but the line ends");
  EXPECT_EQ(dimacs_refusal("p edge 2 1\ne 1 x\n"), "line 2: expected a node number, got 'x'");
  EXPECT_EQ(dimacs_refusal("p edge 2 1\ne 1 3\n"),
            "line 2: a node number must be in 1..2, not '3'");
  EXPECT_EQ(dimacs_refusal("p edge 2 1\ne 0 1\n"),
            "line 2: a node number must be in 1..2, not '0'");
  EXPECT_EQ(dimacs_refusal("p edge 2 1\ne 1 2 3\n"),
            "line 2: unexpected '3' at the end of the line");
  EXPECT_EQ(dimacs_refusal("p edge 2 1\ne 2 2\n"),
            "line 2: self-loop at node 2 (simplify leaves it out)");
  EXPECT_EQ(dimacs_refusal("p edge 2 1\np edge 2 1\n"),
            "line 2: a second 'p' line; a DIMACS file holds one graph");
  EXPECT_EQ(dimacs_refusal("p cnf 2 1\n"),
            "line 1: the problem must be 'edge' or 'col', not 'cnf'");
  EXPECT_EQ(dimacs_refusal("p edge -2 1\n"),
            "line 1: a number of nodes must be in 0..2147483646, not '-2'");
  EXPECT_EQ(dimacs_refusal("p edge 2 1\nx 1 2\n"),
            "line 2: a line begins with c, p, n or e, not with 'x'");
}

TEST(Dimacs, NamesBothLinesOfARepeatedEdge) {
  EXPECT_EQ(dimacs_refusal("p edge 3 3\ne 1 2\ne 2 3\ne 2 1\n"),
            "the edge 1 - 2 of line 2 is repeated on line 4 (simplify leaves it out)");
}

TEST(Dimacs, ChecksTheDeclaredSizes) {
  EXPECT_EQ(dimacs_refusal(""), "the line 'p edge N M' is missing");
  EXPECT_EQ(dimacs_refusal("p edge 2 5\ne 1 2\n"), "the 'p' line declares 5 edges, the text has 1");
  EXPECT_THAT(dimacs_refusal("p edge 2147483646 0\n"),
              HasSubstr("declares 2147483646 nodes but has only 20 bytes"));
  EXPECT_THAT(dimacs_refusal("p edge 99999999999999999999 0\n"),
              HasSubstr("a number of nodes must be"));
}

TEST(Dimacs, SimplifyingCountsWhatItLeavesOut) {
  const auto [graph, dropped] =
      parse_dimacs("p edge 3 9\ne 1 2\ne 2 1\ne 3 3\ne 1 7\ne 0 1\n", {.simplify = true});
  EXPECT_EQ(graph, make_graph(3, {{0, 1}}));
  EXPECT_EQ(dropped, (Simplification{.self_loops = 1, .duplicate_edges = 1, .bad_indices = 2}));
}

}  // namespace
}  // namespace isotypic::dimacs_test
