// DIMACS edge format: `p edge N M`, then one line `e U V` per edge, nodes counted from 1.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "isotypic/graph/graph.hpp"
#include "isotypic/io/edge_collector.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic {

/// Reads a DIMACS text line by line.
///
/// Lines: `c ...` is a comment; one `p edge N M` (or `p col N M`) comes before all others;
/// `e U V` is an edge; `n V C` gives node V the colour C, as bliss writes it, and nodes without
/// such a line have colour 0. The number of edge lines must be M, unless simplifying: many files
/// in circulation list every edge twice.
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

/// The graph of a whole DIMACS text. Errors begin with "line N: ".
[[nodiscard]] SimplifiedGraph parse_dimacs(std::string_view text, const ParseOptions& options = {});

/// The DIMACS text of `graph`, with an `n` line for every node if it has node colours.
/// Throws Error if it has edge colours, which the format cannot hold.
[[nodiscard]] std::string format_dimacs(const Graph& graph);

}  // namespace isotypic
