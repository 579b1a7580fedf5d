// DimacsParser: the DIMACS edge format, line by line.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "isotypic/graph/graph.hpp"
#include "isotypic/io/internal/edge_collector.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic {

/// Reads a DIMACS text line by line. The grammar: io/dimacs.hpp.
class DimacsParser {
 public:
  explicit DimacsParser(const ParseOptions& options);

  /// Counts blank lines before the first one given, for the line numbers in errors.
  void skip_lines(std::int64_t count) { num_lines_ += count; }
  /// Takes the next line, without its end of line. Throws Error on bad text.
  void add_line(std::string_view line);
  /// The graph of all lines. Throws Error when lines are missing or edges are repeated.
  [[nodiscard]] SimplifiedGraph finish() const;

 private:
  void add_problem(std::string_view kind, std::string_view nodes, std::string_view edges);
  void add_edge(std::string_view first, std::string_view second);
  void add_colour(std::string_view node, std::string_view colour);

  ParseOptions options_;
  EdgeCollector edges_;
  std::vector<std::pair<std::int32_t, std::int32_t>> coloured_;  // (node, colour), as read
  std::int64_t num_nodes_ = -1;                                  // -1: no p line yet
  std::int64_t declared_edges_ = 0;
  std::int64_t num_lines_ = 0;
  std::int64_t num_bytes_ = 0;
};

}  // namespace isotypic
