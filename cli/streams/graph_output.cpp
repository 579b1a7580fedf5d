#include "cli/streams/graph_output.hpp"

#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/io/writer.hpp"

namespace isotypic::cli {
namespace {

constexpr const char* where = "write_graph";

bool holds_node_colours(GraphFormat format) {
  return format == GraphFormat::Dimacs || format == GraphFormat::GraphMl ||
         format == GraphFormat::Gml || format == GraphFormat::Dot;
}

bool holds_edge_colours(GraphFormat format) {
  return format == GraphFormat::EdgeList || format == GraphFormat::GraphMl ||
         format == GraphFormat::Gml || format == GraphFormat::Dot;
}

}  // namespace

void add_graph_format(CLI::App& command, const std::string& name, GraphFormat& format,
                      const std::string& description) {
  command
      .add_option_function<std::string>(
          name,
          [&format, name](const std::string& text) {
            try {
              format = format_from_name(text);
            } catch (const Error& error) {
              throw CLI::ValidationError(name, error.reason());
            }
          },
          description)
      ->type_name("FORMAT");
}

void add_graph_output_options(CLI::App& command, GraphOutputOptions& options) {
  command.add_option("-o,--output", options.file, "Write to this file, completely or not at all")
      ->type_name("FILE");
  add_graph_format(command, "--output-format", options.format,
                   "graph6 (default), sparse6, dimacs, edge-list, graphml, gml or dot");
}

std::string graph_text(const Graph& graph, GraphFormat format, const SymmetryOptions& colours) {
  if (format == GraphFormat::Detect) {
    throw CLI::ValidationError("--output-format", "cannot detect what to write: name a format");
  }
  const bool node_colours = colours.node_colours && graph.has_node_colours();
  const bool edge_colours = colours.edge_colours && graph.has_edge_colours();
  if ((node_colours && !holds_node_colours(format)) ||
      (edge_colours && !holds_edge_colours(format))) {
    fail(where, format_name(format),
         " cannot hold the colours of the graph; choose --output-format gml or dot");
  }
  // DIMACS refuses colours that it cannot hold; those that do not count are left out.
  const bool drop = graph.has_edge_colours() && !holds_edge_colours(format);
  return format_graph(drop && !node_colours ? without_colours(graph) : graph, format);
}

void GraphOutput::write_graph(const std::string& text) {
  if (holds_one_graph(options_.format) && std::exchange(begun_, true)) {
    fail(where, "a file in ", format_name(options_.format),
         " format holds one graph, and there are more; ",
         "choose --output-format graph6, gml or dot");
  }
  output_.write(text);
}

}  // namespace isotypic::cli
