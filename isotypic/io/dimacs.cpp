#include "isotypic/io/dimacs.hpp"

#include "isotypic/base/error.hpp"
#include "isotypic/io/internal/dimacs_parser.hpp"
#include "isotypic/io/internal/text_lines.hpp"

namespace isotypic {

SimplifiedGraph parse_dimacs(std::string_view text, const ParseOptions& options) {
  return parse_lines("parse_dimacs", text, DimacsParser(options));
}

std::string format_dimacs(const Graph& graph) {
  if (graph.has_edge_colours()) fail("format_dimacs", "DIMACS cannot hold edge colours");
  return translate_exceptions("format_dimacs", [&] {
    std::string text = "p edge " + std::to_string(graph.num_nodes()) + ' ' +
                       std::to_string(graph.num_edges()) + '\n';
    for (std::size_t v = 0; v < graph.node_colours().size(); ++v) {
      text += "n " + std::to_string(v + 1) + ' ' + std::to_string(graph.node_colours()[v]) + '\n';
    }
    for (const auto& [u, v] : graph.edges()) {
      text += "e " + std::to_string(u + 1) + ' ' + std::to_string(v + 1) + '\n';
    }
    return text;
  });
}

}  // namespace isotypic
