#include "isotypic/io/dot.hpp"

#include <gtest/gtest.h>

#include "isotypic/graph/families.hpp"
#include "tests/support/error_text.hpp"

namespace isotypic::dot_test {
namespace {

Graph read(const std::string& text) { return parse_dot(text).graph; }

TEST(Dot, ReadsStatementsAsGraphvizDoes) {
  const Graph path = path_graph(3);
  EXPECT_EQ(read("graph { 0 -- 1; 1 -- 2 }"), path);
  EXPECT_EQ(read("graph G{a--b--c}"), path);
  EXPECT_EQ(
      read("strict graph \"my graph\" {\n  // note\n  a -- b /* and\n more */ b -- a; b -- c\n}"),
      path);
  EXPECT_EQ(
      read("graph { node [shape=box]; graph [rankdir=LR] edge [color=red]\n rankdir = TB;\n"
           "a [label=\"x -- y; }\", pos=\"1,2!\"] b c a:n -- b:s:w b -- c [weight=2] [len=1.5] }"),
      path);
  EXPECT_EQ(read("graph { a [label=<<b>x</b> } >] a -- \"b \\\" c\" -- -1.5 }"), path);
  EXPECT_EQ(read("#line 1\ngraph {\n a -- b; b -- c }"), path);
  EXPECT_EQ(read("GRAPH { \"a\" \"b\" a -- b -- c subgraph cluster_1 { label = x; a; b } }"), path);
}

TEST(Dot, JoinsSubgraphsCompletely) {
  EXPECT_EQ(read("graph { {a b} -- {c d e} }"), complete_bipartite_graph(2, 3));
  EXPECT_EQ(read("graph { a -- subgraph s { b c } -- d }"),
            make_graph(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}));
  // The nodes of a subgraph are those of its statements, however deep.
  EXPECT_EQ(read("graph { x -- { {a a} {b -- c} } }"),
            make_graph(4, {{0, 1}, {0, 2}, {0, 3}, {2, 3}}));
  EXPECT_EQ(read("graph { a -- {} }"), path_graph(1));
}

TEST(Dot, KeepsColours) {
  const Graph graph =
      make_graph(3, std::vector<Edge>{{0, 1}, {1, 2}}, {.nodes = {5, -1, 5}, .edges = {2, 0}});
  EXPECT_EQ(parse_dot(format_dot(graph)).graph, graph);
}

TEST(Dot, NamesTheLineAndTheRemedyOfMistakes) {
  const auto text = [](const std::string& dot) {
    return error_text([&] { (void)parse_dot(dot); });
  };
  EXPECT_NE(text("digraph { a -> b }").find("the graph is directed"), std::string::npos);
  EXPECT_EQ(text("graph {\n a -> b }").substr(0, 40), "line 2: '->' is a directed edge; graphs ");
  EXPECT_NE(text("graph { a -- }").find("expected a node or a subgraph after '--'"),
            std::string::npos);
  EXPECT_NE(text("graph { a -- ; }").find("expected a node or a subgraph"), std::string::npos);
  EXPECT_NE(text("graph { a -- a }").find("self-loop at node 'a'"), std::string::npos);
  EXPECT_NE(text("graph { a -- b;\n b -- a }").find("of line 1 is repeated on line 2"),
            std::string::npos);
  EXPECT_NE(text("graph { a").find("ends inside a graph"), std::string::npos);
  EXPECT_NE(text("graph { a [label=\"x").find("ends inside a string"), std::string::npos);
  EXPECT_NE(text("graph { a } /* x").find("ends inside a comment"), std::string::npos);
  EXPECT_NE(text("graph { a [colour=red] }").find("an integer colour"), std::string::npos);
  EXPECT_NE(text("graph { node [colour=3] a }").find("colours as defaults"), std::string::npos);
  EXPECT_NE(text("graph { a [x] }").find("expected '=', got ']'"), std::string::npos);
  EXPECT_NE(text("graph { } }").find("expected 'graph', got '}'"), std::string::npos);
  EXPECT_NE(text("graph { a } graph { b }").find("more than one graph"), std::string::npos);
  EXPECT_NE(text("").find("no graph"), std::string::npos);
}

TEST(Dot, AShortTextCannotAskForMuchMemory) {
  std::string nodes;
  for (int i = 0; i < 3000; ++i) nodes += " " + std::to_string(i);
  const std::string text = "graph { {" + nodes + "} -- {a" + nodes + "} }";
  EXPECT_NE(error_text([&] { (void)parse_dot(text, {.simplify = true}); }).find("too many edges"),
            std::string::npos);
  EXPECT_NE(error_text([] {
              (void)parse_dot("graph " + std::string(100'000, '{'));
            }).find("more than 1000 nested subgraphs"),
            std::string::npos);
}

}  // namespace
}  // namespace isotypic::dot_test
