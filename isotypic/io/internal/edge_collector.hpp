// EdgeCollector: the edges of a text that is read line by line, until they become a Graph.
#pragma once

#include <cstdint>
#include <vector>

#include "isotypic/graph/graph.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic {

/// Keeps the line of every edge, so that a repetition found at the end can still name its lines.
class EdgeCollector {
 public:
  /// `where` tags errors; `first_index` is how the text counts its nodes, from 0 or from 1.
  EdgeCollector(const char* where, std::int64_t first_index, const ParseOptions& options)
      : where_(where), first_index_(first_index), options_(options) {}

  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(edges_.size()); }

  /// Takes an edge between 0-based nodes below 2^31 - 1. A self-loop is an error here, with the
  /// line still at hand, unless it will be left out.
  void add(std::int64_t u, std::int64_t v, std::int64_t line);
  /// Counts an edge that names a node outside the graph; only when simplifying.
  void add_outside(std::int64_t line) { push({-1, -1}, line); }

  /// Sizes must have been checked. Throws Error on a repeated edge unless simplifying.
  [[nodiscard]] SimplifiedGraph build(std::int64_t num_nodes, const Colours& colours) const;

 private:
  void push(Edge edge, std::int64_t line);
  /// Fails with both lines of the first edge that repeats an earlier one, if there is one.
  void fail_at_repetition() const;

  const char* where_;
  std::int64_t first_index_;
  ParseOptions options_;
  std::vector<Edge> edges_;
  std::vector<std::int64_t> lines_;
};

}  // namespace isotypic
