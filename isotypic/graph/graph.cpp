#include "isotypic/graph/graph.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/bit_rows.hpp"
#include "isotypic/graph/permutation.hpp"

namespace isotypic {

/// Fills the private arrays of a Graph from a list of valid edges.
class GraphBuilder {
 public:
  GraphBuilder(std::int64_t num_nodes, std::vector<std::int32_t> node_colours) {
    graph_.offsets_.assign(num_nodes + 1, 0);
    graph_.node_colours_ = std::move(node_colours);
  }

  /// `edges` must be simple; `edge_colours` empty or aligned with it.
  Graph build(std::span<const Edge> edges, std::span<const std::int32_t> edge_colours) {
    auto& offsets = graph_.offsets_;
    for (const Edge& edge : edges) {
      ++offsets[edge.u + 1];
      ++offsets[edge.v + 1];
    }
    for (std::size_t v = 1; v < offsets.size(); ++v) offsets[v] += offsets[v - 1];
    graph_.adjacency_.resize(2 * edges.size());
    graph_.edge_colours_.resize(edge_colours.empty() ? 0 : 2 * edges.size());
    std::vector<std::int64_t> cursor(offsets.begin(), offsets.end() - 1);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const auto [u, v] = edges[e];
      if (!edge_colours.empty()) {
        graph_.edge_colours_[cursor[u]] = edge_colours[e];
        graph_.edge_colours_[cursor[v]] = edge_colours[e];
      }
      graph_.adjacency_[cursor[u]++] = v;
      graph_.adjacency_[cursor[v]++] = u;
    }
    sort_rows();
    return std::move(graph_);
  }

  /// The rows are sorted as they are, and two allocations do.
  static Graph from_rows(std::span<const std::uint64_t> rows) {
    std::array<std::int32_t, max_row_nodes * max_row_nodes> adjacency;
    Graph graph;
    graph.offsets_.reserve(rows.size() + 1);
    std::int64_t size = 0;
    for (std::uint64_t row : rows) {
      while (row != 0) {
        const int w = std::countl_zero(row);
        adjacency[size++] = w;
        row ^= row_bit(w);
      }
      graph.offsets_.push_back(size);
    }
    graph.adjacency_.assign(adjacency.begin(), adjacency.begin() + size);
    return graph;
  }

  /// Walks the nodes in their new order and enters each in the rows of its neighbours, which
  /// therefore come out sorted.
  static Graph relabelled(const Graph& graph, std::span<const std::int32_t> position) {
    const std::int64_t n = graph.num_nodes();
    const Permutation node_at = inverse(position);
    Graph result;
    result.offsets_.resize(n + 1);
    for (std::int64_t p = 0; p < n; ++p) {
      result.offsets_[p + 1] = result.offsets_[p] + graph.degree(node_at[p]);
    }
    result.adjacency_.resize(graph.adjacency_.size());
    result.edge_colours_.resize(graph.edge_colours_.size());
    std::vector<std::int64_t> cursor(result.offsets_.begin(), result.offsets_.end() - 1);
    for (std::int32_t p = 0; p < n; ++p) {
      for (std::int64_t e = graph.offsets_[node_at[p]]; e < graph.offsets_[node_at[p] + 1]; ++e) {
        const std::int64_t place = cursor[position[graph.adjacency_[e]]]++;
        result.adjacency_[place] = p;
        if (graph.has_edge_colours()) result.edge_colours_[place] = graph.edge_colours_[e];
      }
    }
    result.node_colours_.resize(graph.node_colours_.size());
    for (std::size_t v = 0; v < graph.node_colours_.size(); ++v) {
      result.node_colours_[position[v]] = graph.node_colours_[v];
    }
    return result;
  }

 private:
  void sort_rows() {
    std::vector<std::pair<std::int32_t, std::int32_t>> row;
    for (std::int64_t v = 0; v < graph_.num_nodes(); ++v) {
      const auto begin = graph_.adjacency_.begin() + graph_.offsets_[v];
      const auto end = graph_.adjacency_.begin() + graph_.offsets_[v + 1];
      if (std::is_sorted(begin, end)) continue;
      if (graph_.edge_colours_.empty()) {
        std::sort(begin, end);
        continue;
      }
      const auto colours = graph_.edge_colours_.begin() + graph_.offsets_[v];
      row.clear();
      for (auto it = begin; it != end; ++it) row.emplace_back(*it, colours[it - begin]);
      std::sort(row.begin(), row.end());
      for (std::size_t i = 0; i < row.size(); ++i) {
        begin[static_cast<std::ptrdiff_t>(i)] = row[i].first;
        colours[static_cast<std::ptrdiff_t>(i)] = row[i].second;
      }
    }
  }

  Graph graph_;
};

namespace {

void check_sizes(const char* where, std::int64_t num_nodes, std::size_t num_edges,
                 const Colours& colours) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max() - 1;
  if (num_nodes < 0 || num_nodes > most) {
    fail(where, "the number of nodes must be in 0..", most, ", not ", num_nodes);
  }
  if (!colours.nodes.empty() && std::cmp_not_equal(colours.nodes.size(), num_nodes)) {
    fail(where, "there are ", colours.nodes.size(), " node colours for ", num_nodes, " nodes");
  }
  if (!colours.edges.empty() && colours.edges.size() != num_edges) {
    fail(where, "there are ", colours.edges.size(), " edge colours for ", num_edges, " edges");
  }
}

/// The first repeated edge of a graph that was built from possibly repeated edges.
const std::int32_t* find_duplicate(std::span<const std::int32_t> row) {
  const auto it = std::adjacent_find(row.begin(), row.end());
  return it == row.end() ? nullptr : &*it;
}

}  // namespace

bool Graph::has_edge(std::int64_t u, std::int64_t v) const {
  const auto row = neighbours(u);
  return std::binary_search(row.begin(), row.end(), static_cast<std::int32_t>(v));
}

std::vector<Edge> Graph::edges() const {
  std::vector<Edge> list;
  list.reserve(num_edges());
  for (std::int32_t u = 0; u < num_nodes(); ++u) {
    for (const std::int32_t v : neighbours(u)) {
      if (u < v) list.push_back({u, v});
    }
  }
  return list;
}

std::vector<std::int32_t> Graph::edge_colours() const {
  std::vector<std::int32_t> list;
  if (!has_edge_colours()) return list;
  list.reserve(num_edges());
  for (std::int64_t u = 0; u < num_nodes(); ++u) {
    const auto row = neighbours(u);
    const auto colours = edge_colours(u);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (u < row[i]) list.push_back(colours[i]);
    }
  }
  return list;
}

Graph graph_from_rows(std::span<const std::uint64_t> rows) {
  return translate_exceptions("graph_from_rows", [&] { return GraphBuilder::from_rows(rows); });
}

Graph make_graph(std::int64_t num_nodes, std::span<const Edge> edges, const Colours& colours) {
  check_sizes("make_graph", num_nodes, edges.size(), colours);
  for (const auto& [u, v] : edges) {
    if (u < 0 || v < 0 || u >= num_nodes || v >= num_nodes) {
      fail("make_graph", "edge ", u, " - ", v, " has an end outside the nodes 0..", num_nodes - 1);
    }
    if (u == v) fail("make_graph", "self-loop at node ", u);
  }
  return translate_exceptions("make_graph", [&] {
    Graph graph = GraphBuilder(num_nodes, colours.nodes).build(edges, colours.edges);
    for (std::int64_t v = 0; v < num_nodes; ++v) {
      if (const std::int32_t* twice = find_duplicate(graph.neighbours(v))) {
        fail("make_graph", "edge ", v, " - ", *twice, " appears more than once");
      }
    }
    return graph;
  });
}

Graph make_graph(std::int64_t num_nodes, std::initializer_list<Edge> edges,
                 const Colours& colours) {
  return make_graph(num_nodes, std::span<const Edge>(edges.begin(), edges.size()), colours);
}

SimplifiedGraph simplify_graph(std::int64_t num_nodes, std::span<const Edge> edges,
                               const Colours& colours) {
  check_sizes("simplify_graph", num_nodes, edges.size(), colours);
  return translate_exceptions("simplify_graph", [&] {
    Simplification dropped;
    // Sorting indices by (edge, index) keeps the first of equal edges first.
    std::vector<std::pair<Edge, std::size_t>> valid;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const auto [u, v] = edges[e];
      if (u < 0 || v < 0 || u >= num_nodes || v >= num_nodes) {
        ++dropped.bad_indices;
      } else if (u == v) {
        ++dropped.self_loops;
      } else {
        valid.emplace_back(Edge{std::min(u, v), std::max(u, v)}, e);
      }
    }
    std::sort(valid.begin(), valid.end());
    std::vector<Edge> kept;
    std::vector<std::int32_t> kept_colours;
    for (const auto& [edge, index] : valid) {
      if (!kept.empty() && kept.back() == edge) {
        ++dropped.duplicate_edges;
        continue;
      }
      kept.push_back(edge);
      if (!colours.edges.empty()) kept_colours.push_back(colours.edges[index]);
    }
    return SimplifiedGraph{GraphBuilder(num_nodes, colours.nodes).build(kept, kept_colours),
                           dropped};
  });
}

Graph relabel(const Graph& graph, std::span<const std::int32_t> position) {
  if (std::cmp_not_equal(position.size(), graph.num_nodes()) || !is_permutation(position)) {
    fail("relabel", "the ", position.size(), " positions are not a permutation of ",
         graph.num_nodes(), " nodes");
  }
  return GraphBuilder::relabelled(graph, position);
}

Graph without_colours(const Graph& graph) {
  if (!graph.has_node_colours() && !graph.has_edge_colours()) return graph;
  return GraphBuilder(graph.num_nodes(), {}).build(graph.edges(), {});
}

Graph with_node_colours(const Graph& graph, std::vector<std::int32_t> colours) {
  if (std::cmp_not_equal(colours.size(), graph.num_nodes())) {
    fail("with_node_colours", "there are ", colours.size(), " node colours for ", graph.num_nodes(),
         " nodes");
  }
  return GraphBuilder(graph.num_nodes(), std::move(colours))
      .build(graph.edges(), graph.edge_colours());
}

}  // namespace isotypic
