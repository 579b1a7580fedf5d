#include "isotypic/io/internal/named_graph.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/fields.hpp"

namespace isotypic {

std::int32_t parse_colour(const char* where, std::string_view text) {
  return static_cast<std::int32_t>(parse_integer(where, "an integer colour", text,
                                                 std::numeric_limits<std::int32_t>::min(),
                                                 std::numeric_limits<std::int32_t>::max()));
}

std::int32_t NamedGraph::slot_of(std::string_view name) {
  const auto [found, added] =
      slots_.try_emplace(std::string(name), static_cast<std::int32_t>(names_.size()));
  if (added) {
    if (std::cmp_greater_equal(names_.size(), max_nodes)) fail(where_, "too many nodes");
    names_.push_back(&found->first);
    node_of_.push_back(undeclared);
  }
  return found->second;
}

void NamedGraph::declare(std::int32_t slot) {
  if (is_declared(slot)) fail(where_, "a second node ", in_quotes(*names_[slot]));
  node_of_[slot] = static_cast<std::int32_t>(node_colours_.size());
  node_colours_.push_back(0);
}

void NamedGraph::colour_node(std::int32_t slot, std::int32_t colour) {
  has_node_colours_ = true;
  node_colours_[node_of_[slot]] = colour;
}

void NamedGraph::add_edge(Edge slots, std::int64_t line, std::optional<std::int32_t> colour) {
  if (slots.u == slots.v && !options_.simplify) {
    fail(where_, "self-loop at node ", in_quotes(*names_[slots.u]), " (simplify leaves it out)");
  }
  edges_.push_back(slots);
  edge_lines_.push_back(line);
  edge_colours_.push_back(colour.value_or(0));
  has_edge_colours_ = has_edge_colours_ || colour.has_value();
}

DocumentGraph NamedGraph::build() const {
  return translate_exceptions(where_, [&]() -> DocumentGraph {
    if (!options_.simplify) check_ends();
    std::vector<Edge> edges;
    edges.reserve(edges_.size());
    for (const auto& [u, v] : edges_) {
      edges.push_back({std::min(node_of_[u], node_of_[v]), std::max(node_of_[u], node_of_[v])});
    }
    Colours colours;
    if (has_node_colours_) colours.nodes = node_colours_;
    if (has_edge_colours_) colours.edges = edge_colours_;
    const std::int64_t n = std::ssize(node_colours_);
    if (options_.simplify) return {simplify_graph(n, edges, colours), line_};
    // Loops and ends outside the graph have been refused, so only repetitions are left out.
    if (merge_repeated_) return {{simplify_graph(n, edges, colours).graph, {}}, line_};
    try {
      return {{make_graph(n, edges, colours), {}}, line_};
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::BadInput) fail_at_repetition(edges);
      throw;
    }
  });
}

void NamedGraph::check_ends() const {
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    for (const std::int32_t slot : {edges_[e].u, edges_[e].v}) {
      if (node_of_[slot] != undeclared) continue;
      fail(where_, "the edge of line ", edge_lines_[e], " ends at ", in_quotes(*names_[slot]),
           ", which is no node of the graph (simplify leaves it out)");
    }
  }
}

void NamedGraph::fail_at_repetition(const std::vector<Edge>& edges) const {
  std::map<Edge, std::size_t> first;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto [found, added] = first.try_emplace(edges[e], e);
    if (added) continue;
    fail(where_, "the edge ", in_quotes(*names_[edges_[e].u]), " - ",
         in_quotes(*names_[edges_[e].v]), " of line ", edge_lines_[found->second],
         " is repeated on line ", edge_lines_[e], " (simplify leaves it out)");
  }
  fail(where_, "the edges do not form a simple graph");
}

}  // namespace isotypic
