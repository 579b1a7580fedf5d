#include "isotypic/io/graphml.hpp"

#include "isotypic/io/internal/document.hpp"

namespace isotypic {

SimplifiedGraph parse_graphml(std::string_view text, const ParseOptions& options) {
  return translate_exceptions(GraphMlParser::where,
                              [&] { return parse_document(text, GraphMlParser(options)); });
}

std::string format_graphml(const Graph& graph) {
  return translate_exceptions("format_graphml", [&] {
    std::string text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
    const auto key = [](const char* kind) {
      return std::string("  <key id=\"") + kind + "_colour\" for=\"" + kind +
             "\" attr.name=\"colour\" attr.type=\"int\"/>\n";
    };
    if (graph.has_node_colours()) text += key("node");
    if (graph.has_edge_colours()) text += key("edge");
    text += "  <graph edgedefault=\"undirected\">\n";
    // An element without content, or with the colour in it.
    const auto close = [](const char* kind, const std::int32_t* colour) -> std::string {
      if (colour == nullptr) return "/>\n";
      return std::string("><data key=\"") + kind + "_colour\">" + std::to_string(*colour) +
             "</data></" + kind + ">\n";
    };
    for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
      text += "    <node id=\"" + std::to_string(v) + '"' +
              close("node", graph.has_node_colours() ? &graph.node_colours()[v] : nullptr);
    }
    const std::vector<Edge> edges = graph.edges();
    const std::vector<std::int32_t> colours = graph.edge_colours();
    for (std::size_t e = 0; e < edges.size(); ++e) {
      text += "    <edge source=\"" + std::to_string(edges[e].u) + "\" target=\"" +
              std::to_string(edges[e].v) + '"' +
              close("edge", colours.empty() ? nullptr : &colours[e]);
    }
    return text + "  </graph>\n</graphml>\n";
  });
}

}  // namespace isotypic
