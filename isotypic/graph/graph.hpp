// Graph: an undirected simple graph that cannot be wrong.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace isotypic {

/// An undirected edge between two node indices.
struct Edge {
  std::int32_t u = 0;
  std::int32_t v = 0;

  friend bool operator==(const Edge&, const Edge&) = default;
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

/// Optional colours. An empty vector means "uncoloured".
struct Colours {
  std::vector<std::int32_t> nodes;  ///< one per node, any values
  std::vector<std::int32_t> edges;  ///< one per edge, in the order of the edge list
};

/// Immutable, undirected, simple: no self-loops, no repeated edges. Adjacency in compressed
/// sparse rows, each row sorted ascending, so equal graphs compare equal with `==`.
///
/// A Graph is made by `make_graph` or `simplify_graph`, which check everything; the default
/// constructor gives the graph without nodes.
class Graph {
 public:
  Graph() = default;

  [[nodiscard]] std::int64_t num_nodes() const {
    return static_cast<std::int64_t>(offsets_.size()) - 1;
  }
  [[nodiscard]] std::int64_t num_edges() const {
    return static_cast<std::int64_t>(adjacency_.size()) / 2;
  }
  [[nodiscard]] std::int64_t degree(std::int64_t v) const { return offsets_[v + 1] - offsets_[v]; }
  /// The neighbours of v in ascending order.
  [[nodiscard]] std::span<const std::int32_t> neighbours(std::int64_t v) const {
    return {adjacency_.data() + offsets_[v], static_cast<std::size_t>(degree(v))};
  }
  [[nodiscard]] bool has_edge(std::int64_t u, std::int64_t v) const;
  /// Every edge once, u < v, in ascending order.
  [[nodiscard]] std::vector<Edge> edges() const;

  [[nodiscard]] bool has_node_colours() const { return !node_colours_.empty(); }
  [[nodiscard]] bool has_edge_colours() const { return !edge_colours_.empty(); }
  /// One colour per node, or empty.
  [[nodiscard]] std::span<const std::int32_t> node_colours() const { return node_colours_; }
  /// The colours of the edges to `neighbours(v)`, in that order; only when has_edge_colours().
  [[nodiscard]] std::span<const std::int32_t> edge_colours(std::int64_t v) const {
    return {edge_colours_.data() + offsets_[v], static_cast<std::size_t>(degree(v))};
  }
  /// The colours of `edges()`, in that order, or empty.
  [[nodiscard]] std::vector<std::int32_t> edge_colours() const;

  /// Row starts: `offsets()[v]` to `offsets()[v + 1]` in `adjacency()`.
  [[nodiscard]] std::span<const std::int64_t> offsets() const { return offsets_; }
  [[nodiscard]] std::span<const std::int32_t> adjacency() const { return adjacency_; }

  friend bool operator==(const Graph&, const Graph&) = default;

 private:
  friend class GraphBuilder;

  std::vector<std::int64_t> offsets_ = {0};
  std::vector<std::int32_t> adjacency_;
  std::vector<std::int32_t> node_colours_;
  std::vector<std::int32_t> edge_colours_;  // aligned with adjacency_, both directions
};

/// What `simplify_graph` left out, by reason.
struct Simplification {
  std::int64_t self_loops = 0;
  std::int64_t duplicate_edges = 0;  ///< repeated edges; the first one's colour is kept
  std::int64_t bad_indices = 0;      ///< edges with an end outside 0..n-1

  [[nodiscard]] std::int64_t total() const { return self_loops + duplicate_edges + bad_indices; }
  friend bool operator==(const Simplification&, const Simplification&) = default;
};

struct SimplifiedGraph {
  Graph graph;
  Simplification dropped;
};

/// The graph on nodes 0..num_nodes-1 with the given edges, in any order and direction.
///
/// Throws Error on a self-loop, a repeated edge (in either direction), an end outside the range,
/// a colour vector of the wrong length, or num_nodes outside 0..2^31-2.
[[nodiscard]] Graph make_graph(std::int64_t num_nodes, std::span<const Edge> edges,
                               const Colours& colours = {});
[[nodiscard]] Graph make_graph(std::int64_t num_nodes, std::initializer_list<Edge> edges,
                               const Colours& colours = {});

/// Like make_graph, but leaves out self-loops, repeated edges and edges with bad ends, and counts
/// them. Colours of the wrong length and a bad num_nodes are still errors.
[[nodiscard]] SimplifiedGraph simplify_graph(std::int64_t num_nodes, std::span<const Edge> edges,
                                             const Colours& colours = {});

/// The graph whose node `position[v]` is node v of `graph`; colours move along.
/// Throws Error if `position` is not a permutation of the nodes.
[[nodiscard]] Graph relabel(const Graph& graph, std::span<const std::int32_t> position);

/// The same graph without colours.
[[nodiscard]] Graph without_colours(const Graph& graph);

/// The same graph with these node colours (one per node).
[[nodiscard]] Graph with_node_colours(const Graph& graph, std::vector<std::int32_t> colours);

}  // namespace isotypic
