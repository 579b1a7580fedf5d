// EdgeListParser: an edge list, line by line.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "isotypic/graph/graph.hpp"
#include "isotypic/io/internal/edge_collector.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic {

/// Reads an edge list line by line. The grammar: io/edge_list.hpp.
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
  /// Whether there are edges, none of them has node 0, and no line says how many nodes there are.
  [[nodiscard]] bool looks_counted_from_one() const {
    return declared_nodes_ < 0 && edges_.count() > 0 && smallest_node_ == 1;
  }

 private:
  void add_comment(std::string_view line);
  void add_edge(std::string_view line);

  ParseOptions options_;
  EdgeCollector edges_;
  std::vector<std::int32_t> colours_;
  std::int64_t declared_nodes_ = -1;  // -1: not declared
  std::int64_t smallest_node_ = max_nodes;
  std::int64_t largest_node_ = -1;
  std::int64_t num_lines_ = 0;
  std::int64_t num_bytes_ = 0;
};

}  // namespace isotypic
