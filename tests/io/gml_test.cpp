#include "isotypic/io/gml.hpp"

#include <gtest/gtest.h>

#include "isotypic/graph/families.hpp"
#include "tests/support/error_text.hpp"

namespace isotypic::gml_test {
namespace {

TEST(Gml, IsReadAsNetworkxAndIgraphWriteIt) {
  const Graph path = path_graph(3);
  EXPECT_EQ(parse_gml("graph [\n  node [\n    id 0\n    label \"a\"\n  ]\n  node [\n    id 1\n    "
                      "label \"b\"\n  ]\n  node [ id 2 label \"c\" ]\n  edge [\n    source 0\n    "
                      "target 1\n  ]\n  edge [ source 2 target 1 weight 0.5 ]\n]\n")
                .graph,
            path);
  EXPECT_EQ(
      parse_gml("Creator \"igraph version 0.10\"\nVersion 1\ngraph\n[\n  directed 0\n  node\n  "
                "[\n    id 7\n  ]\n  node\n  [\n    id -1\n    graphics [ x 1 y [ z 2 ] ]\n  ]\n"
                "  node [ id 3 ]\n  edge\n  [\n    source 7\n    target -1\n  ]\n"
                "  edge [ source 3 target -1 ]\n]\n")
          .graph,
      path);
}

TEST(Gml, KeepsColoursAndOrder) {
  const Graph graph =
      make_graph(3, std::vector<Edge>{{0, 1}, {1, 2}}, {.nodes = {5, -1, 5}, .edges = {2, 0}});
  EXPECT_EQ(parse_gml(format_gml(graph)).graph, graph);
  // Where one has a colour, the others have 0.
  const Graph partly = parse_gml("graph [ node [ id 0 colour 3 ] node [ id 1 ] ]").graph;
  EXPECT_EQ(std::vector<std::int32_t>(partly.node_colours().begin(), partly.node_colours().end()),
            (std::vector<std::int32_t>{3, 0}));
}

TEST(Gml, StringsMaySpanLinesAndHoldBrackets) {
  EXPECT_EQ(parse_gml("comment \"a ] b\nc [ d\" graph [ node [ id 0 label \"]\" ] ]").graph,
            path_graph(1));
}

TEST(Gml, NamesTheLineAndTheRemedyOfMistakes) {
  const auto text = [](const std::string& gml) {
    return error_text([&] { (void)parse_gml(gml); });
  };
  EXPECT_EQ(text("graph [\n node [ id 0 ]\n node [ id 0 ]\n]"), "line 3: a second node '0'");
  EXPECT_EQ(text("graph [\n node [ id x ]\n]").substr(0, 8), "line 2: ");
  EXPECT_NE(text("graph [ directed 1 ]").find("graphs here are undirected"), std::string::npos);
  EXPECT_NE(text("graph [ node [ id 0 ] edge [ source 0 target 4 ] ]")
                .find("ends at '4', which is no node of the graph"),
            std::string::npos);
  EXPECT_NE(
      text("graph [ node [ id 0 ] edge [ source 0 target 0 ] ]").find("self-loop at node '0'"),
      std::string::npos);
  EXPECT_NE(text("graph [ node [ id 0 ] node [ id 1 ]\nedge [ source 0 target 1 ]\n"
                 "edge [ source 1 target 0 ] ]")
                .find("'1' - '0' of line 2 is repeated on line 3 (simplify leaves it out)"),
            std::string::npos);
  EXPECT_NE(text("graph [ node [ id 0 ]").find("a ']' is missing"), std::string::npos);
  EXPECT_NE(text("graph [ node [ label \"a").find("a '\"' is missing"), std::string::npos);
  EXPECT_NE(text("graph [ ] ]").find("a ']' without a '['"), std::string::npos);
  EXPECT_NE(text("graph [ ] graph [ ]").find("more than one graph"), std::string::npos);
  EXPECT_NE(text("Version 1").find("no graph"), std::string::npos);
  EXPECT_NE(text("graph [ node [ ] ]").find("a node has no id"), std::string::npos);
  EXPECT_NE(text("graph [ edge [ source 1 ] ]").find("needs a source and a target"),
            std::string::npos);
  for (const char* twice : {"graph [ node [ id 0 id 1 ] ]", "graph [ edge [ source 0 source 1 ] ]",
                            "graph [ node [ id 0 colour 1 colour 1 ] ]"}) {
    EXPECT_NE(text(twice).find("a second "), std::string::npos) << twice;
  }
  EXPECT_NE(text("graph [ node [ id 0 colour red ] ]").find("an integer colour"),
            std::string::npos);
}

TEST(Gml, SimplifyingDropsAndCounts) {
  const SimplifiedGraph found = parse_gml(
      "graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 0 ] edge [ source 0 target 1 ] "
      "edge [ source 1 target 0 ] edge [ source 1 target 9 ] ]",
      {.simplify = true});
  EXPECT_EQ(found.graph, path_graph(2));
  EXPECT_EQ(found.dropped, (Simplification{1, 1, 1}));
}

}  // namespace
}  // namespace isotypic::gml_test
