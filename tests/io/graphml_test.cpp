#include "isotypic/io/graphml.hpp"

#include <gtest/gtest.h>

#include "isotypic/graph/families.hpp"
#include "tests/support/error_text.hpp"

namespace isotypic::graphml_test {
namespace {

std::string document(const std::string& body, const std::string& attributes = "") {
  return "<?xml version='1.0'?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
         "<key id=\"c\" for=\"all\" attr.name=\"colour\" attr.type=\"int\"/>\n<graph" +
         attributes + ">\n" + body + "\n</graph>\n</graphml>\n";
}

TEST(GraphMl, IsReadWithItsColours) {
  EXPECT_EQ(parse_graphml(document("<node id='a'/><node id='b'><data key='w'>x</data></node>"
                                   "<node id='z'/><edge source='a' target='b'/>"
                                   "<edge id='e' source='z' target='b'/>"))
                .graph,
            path_graph(3));
  const Graph graph =
      make_graph(3, std::vector<Edge>{{0, 1}, {1, 2}}, {.nodes = {5, -1, 5}, .edges = {2, 0}});
  EXPECT_EQ(parse_graphml(format_graphml(graph)).graph, graph);
  EXPECT_EQ(parse_graphml(document("<edge source='x' target='y'><data key='c'> 7 </data></edge>"
                                   "<node id='x'/><node id='y'/>"))
                .graph.edge_colours(),
            std::vector<std::int32_t>{7});
}

TEST(GraphMl, PrefixesOfNamespacesDoNotMatter) {
  EXPECT_EQ(parse_graphml("<g:graphml xmlns:g='http://graphml.graphdrawing.org/xmlns'><g:graph>"
                          "<g:node id='1'/></g:graph></g:graphml>")
                .graph,
            path_graph(1));
}

TEST(GraphMl, NamesTheLineAndTheRemedyOfMistakes) {
  const auto text = [](const std::string& xml) {
    return error_text([&] { (void)parse_graphml(xml); });
  };
  EXPECT_EQ(text(document("<node id='a'/>\n<node id='a'/>")), "line 6: a second node 'a'");
  EXPECT_NE(text(document("", " edgedefault='directed'")).find("the graph is directed"),
            std::string::npos);
  EXPECT_NE(text(document("<node id='a'/><node id='b'/><edge directed='true' source='a' "
                          "target='b'/>"))
                .find("the edge is directed"),
            std::string::npos);
  EXPECT_NE(text(document("", " edgedefault='Directed'")).find("the graph is directed"),
            std::string::npos);
  EXPECT_NE(text(document("<node id='a'/><node id='b'/><edge directed='1' source='a' "
                          "target='b'/>"))
                .find("the edge is directed"),
            std::string::npos);
  EXPECT_NE(text("<graphml><key id='c' attr.name='colour'><default>3</default></key></graphml>")
                .find("a default colour is not supported"),
            std::string::npos);
  EXPECT_NE(text("<graphml><key id='c' attr.name='colour'/><graph><node id='a'><data key='c'>1"
                 "</data><data key='c'>2</data></node></graph></graphml>")
                .find("a second colour"),
            std::string::npos);
  EXPECT_NE(text(document("<node/>")).find("a <node> has no id"), std::string::npos);
  EXPECT_NE(text(document("<node id='a'><graph/></node>")).find("nested graphs"),
            std::string::npos);
  EXPECT_NE(text(document("<hyperedge/>")).find("hyperedges"), std::string::npos);
  EXPECT_NE(text(document("<edge source='a' target='b'/>")).find("which is no node"),
            std::string::npos);
  EXPECT_NE(text("<html/>").find("expected <graphml>"), std::string::npos);
  EXPECT_NE(text("<graphml><graph>").find("this is not XML"), std::string::npos);
  EXPECT_NE(text("<graphml/>").find("no graph"), std::string::npos);
  EXPECT_NE(text("<!DOCTYPE g [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><graphml>&b;</graphml>")
                .find("entities are not supported"),
            std::string::npos);
}

}  // namespace
}  // namespace isotypic::graphml_test
