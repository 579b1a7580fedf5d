#include "isotypic/io/dot.hpp"

#include "isotypic/io/internal/document.hpp"

namespace isotypic {

SimplifiedGraph parse_dot(std::string_view text, const ParseOptions& options) {
  return translate_exceptions(DotParser::where,
                              [&] { return parse_document(text, DotParser(options)); });
}

std::string format_dot(const Graph& graph) {
  return translate_exceptions("format_dot", [&] {
    const auto colour = [](std::int32_t value) {
      return " [colour=" + std::to_string(value) + ']';
    };
    std::string text = "graph {\n";
    for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
      text += "  " + std::to_string(v);
      if (graph.has_node_colours()) text += colour(graph.node_colours()[v]);
      text += ";\n";
    }
    const std::vector<Edge> edges = graph.edges();
    const std::vector<std::int32_t> colours = graph.edge_colours();
    for (std::size_t e = 0; e < edges.size(); ++e) {
      text += "  " + std::to_string(edges[e].u) + " -- " + std::to_string(edges[e].v) +
              (colours.empty() ? "" : colour(colours[e])) + ";\n";
    }
    return text + "}\n";
  });
}

}  // namespace isotypic
