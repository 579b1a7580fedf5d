#include "isotypic/io/edge_list.hpp"

#include "isotypic/base/error.hpp"
#include "isotypic/io/internal/edge_list_parser.hpp"
#include "isotypic/io/internal/text_lines.hpp"

namespace isotypic {

SimplifiedGraph parse_edge_list(std::string_view text, const ParseOptions& options) {
  return parse_lines("parse_edge_list", text, EdgeListParser(options));
}

std::string format_edge_list(const Graph& graph) {
  return translate_exceptions("format_edge_list", [&] {
    std::string text = "# nodes: " + std::to_string(graph.num_nodes()) + '\n';
    const std::vector<std::int32_t> colours = graph.edge_colours();
    std::size_t e = 0;
    for (const auto& [u, v] : graph.edges()) {
      text += std::to_string(u) + ' ' + std::to_string(v);
      if (!colours.empty()) text += ' ' + std::to_string(colours[e++]);
      text += '\n';
    }
    return text;
  });
}

}  // namespace isotypic
