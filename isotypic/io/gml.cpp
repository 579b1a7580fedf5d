#include "isotypic/io/gml.hpp"

#include "isotypic/io/internal/document.hpp"

namespace isotypic {

SimplifiedGraph parse_gml(std::string_view text, const ParseOptions& options) {
  return translate_exceptions(GmlParser::where,
                              [&] { return parse_document(text, GmlParser(options)); });
}

std::string format_gml(const Graph& graph) {
  return translate_exceptions("format_gml", [&] {
    const auto colour = [](std::int32_t value) { return " colour " + std::to_string(value); };
    std::string text = "graph [\n";
    for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
      const std::string number = std::to_string(v);
      text += "  node [ id " + number + " label \"" + number + '"';
      if (graph.has_node_colours()) text += colour(graph.node_colours()[v]);
      text += " ]\n";
    }
    const std::vector<Edge> edges = graph.edges();
    const std::vector<std::int32_t> colours = graph.edge_colours();
    for (std::size_t e = 0; e < edges.size(); ++e) {
      text += "  edge [ source " + std::to_string(edges[e].u) + " target " +
              std::to_string(edges[e].v) + (colours.empty() ? "" : colour(colours[e])) + " ]\n";
    }
    return text + "]\n";
  });
}

}  // namespace isotypic
