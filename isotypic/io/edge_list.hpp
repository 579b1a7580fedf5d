// Edge list: one edge `U V` or `U V COLOUR` per line, nodes counted from 0.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "isotypic/graph/graph.hpp"
#include "isotypic/io/edge_collector.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic {

/// Reads an edge list line by line.
///
/// Fields are separated by blanks, tabs or commas. Lines that begin with '#' or '%' are comments,
/// but for `# nodes: N`, which declares the number of nodes; without it there are as many as the
/// largest index + 1. A third column is the colour of the edge; either every edge has one or none.
class EdgeListParser {
 public:
  explicit EdgeListParser(const ParseOptions& options);

  /// Counts blank lines before the first one given, for the line numbers in errors.
  void skip_lines(std::int64_t count) { num_lines_ += count; }
  /// Takes the next line, without its end of line. Throws Error on bad text.
  void add_line(std::string_view line);
  /// The graph of all lines. Throws Error when there is neither an edge nor a number of nodes, and
  /// when edges are repeated or leave the declared nodes.
  [[nodiscard]] SimplifiedGraph finish() const;

 private:
  void add_comment(std::string_view line);
  void add_edge(std::string_view line);

  ParseOptions options_;
  EdgeCollector edges_;
  std::vector<std::int32_t> colours_;
  std::int64_t declared_nodes_ = -1;  // -1: not declared
  std::int64_t largest_node_ = -1;
  std::int64_t num_lines_ = 0;
  std::int64_t num_bytes_ = 0;
};

/// The graph of a whole edge list. Errors begin with "line N: ".
[[nodiscard]] SimplifiedGraph parse_edge_list(std::string_view text,
                                              const ParseOptions& options = {});

/// The edge list of `graph`, beginning with `# nodes: N`, with edge colours if it has any. Node
/// colours are not part of the format and are left out.
[[nodiscard]] std::string format_edge_list(const Graph& graph);

}  // namespace isotypic
