// Graphs as the output of a command.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/streams/output.hpp"
#include "isotypic/graph/graph.hpp"
#include "isotypic/io/format.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::cli {

struct GraphOutputOptions {
  std::string file = "-";
  GraphFormat format = GraphFormat::Graph6;
};

/// --output, --output-format.
void add_graph_output_options(CLI::App& command, GraphOutputOptions& options);

/// A graph in this format. Throws Error if the format cannot hold the colours that count.
[[nodiscard]] std::string graph_text(const Graph& graph, GraphFormat format,
                                     const SymmetryOptions& colours);

/// Writes graphs one by one.
class GraphOutput {
 public:
  explicit GraphOutput(const GraphOutputOptions& options)
      : options_(options), output_(options.file) {}

  /// Throws Error if the format cannot hold a second graph, or the colours that count.
  void write(const Graph& graph, const SymmetryOptions& colours) {
    write_graph(graph_text(graph, options_.format, colours));
  }
  /// The same for a graph that is text already.
  void write_graph(const std::string& text);
  /// For a command that writes something else instead.
  void write_text(const std::string& lines) { output_.write(lines); }
  void commit() { output_.commit(); }

 private:
  GraphOutputOptions options_;
  Output output_;
  bool begun_ = false;
};

/// Reads the name of a graph format as CLI11 does it for options; for --input-format too.
void add_graph_format(CLI::App& command, const std::string& name, GraphFormat& format,
                      const std::string& description);

}  // namespace isotypic::cli
