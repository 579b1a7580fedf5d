// NamedGraph: a graph under construction whose nodes have names, as in GraphML, GML and DOT.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "isotypic/graph/graph.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic {

/// A graph that a document holds, and the line on which it begins.
struct DocumentGraph {
  SimplifiedGraph graph;
  std::int64_t line = 0;
};

/// Nodes are numbered in the order in which they are declared. If a node or an edge has a colour,
/// the others have colour 0.
class NamedGraph {
 public:
  /// `where` tags errors; `line` is where the graph begins.
  NamedGraph(const char* where, const ParseOptions& options, std::int64_t line)
      : where_(where), options_(options), line_(line) {}

  /// The slot of a name: every name has one, whether it is declared or only mentioned.
  [[nodiscard]] std::int32_t slot_of(std::string_view name);
  [[nodiscard]] bool is_declared(std::int32_t slot) const { return node_of_[slot] != undeclared; }
  /// Makes a node of the slot. Throws Error if it is one already.
  void declare(std::int32_t slot);
  /// Of a slot that is declared.
  void colour_node(std::int32_t slot, std::int32_t colour);

  /// Between slots that are or will be declared. A self-loop is an error unless simplifying.
  void add_edge(Edge slots, std::int64_t line, std::optional<std::int32_t> colour);
  [[nodiscard]] std::int64_t num_edges() const { return static_cast<std::int64_t>(edges_.size()); }
  /// From now on a repeated edge is no mistake: the first one counts.
  void merge_repeated_edges() { merge_repeated_ = true; }

  /// Throws Error on an end that was never declared and on repeated edges, unless simplifying.
  [[nodiscard]] DocumentGraph build() const;

 private:
  static constexpr std::int32_t undeclared = -1;

  void check_ends() const;
  [[noreturn]] void fail_at_repetition(const std::vector<Edge>& edges) const;

  const char* where_;
  ParseOptions options_;
  std::int64_t line_;
  std::unordered_map<std::string, std::int32_t> slots_;
  std::vector<const std::string*> names_;  // of the slots
  std::vector<std::int32_t> node_of_;      // of the slots
  std::vector<std::int32_t> node_colours_;
  std::vector<Edge> edges_;  // between slots
  std::vector<std::int64_t> edge_lines_;
  std::vector<std::int32_t> edge_colours_;
  bool has_node_colours_ = false;
  bool has_edge_colours_ = false;
  bool merge_repeated_ = false;
};

/// An integer colour in text, or an Error.
[[nodiscard]] std::int32_t parse_colour(const char* where, std::string_view text);

}  // namespace isotypic
