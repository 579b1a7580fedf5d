#include "isotypic/graph/operations.hpp"

#include <array>
#include <utility>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/base/real.hpp"

namespace isotypic {
namespace {

void refuse_colours(const char* where, const Graph& graph) {
  if (graph.has_node_colours() || graph.has_edge_colours()) {
    fail(where, "the graph has colours, which the result cannot carry");
  }
}

/// Whether a kind of colour is kept, given how many graphs could carry it and how many do.
bool all_or_none(const char* what, std::int64_t coloured, std::int64_t possible) {
  if (coloured != 0 && coloured != possible) {
    fail("disjoint_union", coloured, " of ", possible, " graphs have ", what,
         " colours; either all must have them or none");
  }
  return coloured != 0;
}

std::int32_t node(std::int64_t v) { return static_cast<std::int32_t>(v); }

}  // namespace

Graph disjoint_union(std::span<const Graph> graphs) {
  double nodes = 0;
  double num_edges = 0;
  std::array<std::int64_t, 2> node_coloured{};  // graphs that have colours, graphs that could have
  std::array<std::int64_t, 2> edge_coloured{};
  for (const Graph& graph : graphs) {
    nodes += real(graph.num_nodes());
    num_edges += real(graph.num_edges());
    node_coloured[0] += graph.has_node_colours() ? 1 : 0;
    node_coloured[1] += graph.num_nodes() > 0 ? 1 : 0;
    edge_coloured[0] += graph.has_edge_colours() ? 1 : 0;
    edge_coloured[1] += graph.num_edges() > 0 ? 1 : 0;
  }
  check_family_size("disjoint_union", nodes, num_edges);
  const bool node_colours = all_or_none("node", node_coloured[0], node_coloured[1]);
  const bool edge_colours = all_or_none("edge", edge_coloured[0], edge_coloured[1]);
  return translate_exceptions("disjoint_union", [&] {
    std::vector<Edge> edges;
    edges.reserve(static_cast<std::size_t>(num_edges));
    Colours colours;
    std::int32_t offset = 0;
    for (const Graph& graph : graphs) {
      for (const auto& [u, v] : graph.edges()) edges.push_back({u + offset, v + offset});
      if (node_colours) {
        const auto more = graph.node_colours();
        colours.nodes.insert(colours.nodes.end(), more.begin(), more.end());
      }
      if (edge_colours) {
        const auto more = graph.edge_colours();
        colours.edges.insert(colours.edges.end(), more.begin(), more.end());
      }
      offset += node(graph.num_nodes());
    }
    return make_graph(offset, edges, colours);
  });
}

Graph disjoint_union(const Graph& a, const Graph& b) {
  const std::array<Graph, 2> both = {a, b};
  return disjoint_union(both);
}

Graph disjoint_copies(const Graph& graph, std::int64_t copies) {
  if (copies < 0) fail("disjoint_copies", "the number of copies must not be negative: ", copies);
  check_family_size("disjoint_copies", real(copies) * real(graph.num_nodes()),
                    real(copies) * real(graph.num_edges()));
  if (graph.num_nodes() == 0) return graph;
  return translate_exceptions("disjoint_copies",
                              [&] { return disjoint_union(std::vector<Graph>(copies, graph)); });
}

Graph complement(const Graph& graph) {
  if (graph.has_edge_colours()) {
    fail("complement", "the graph has edge colours, which the result cannot carry");
  }
  const std::int64_t n = graph.num_nodes();
  const double count = real(n) * (real(n) - 1) / 2 - real(graph.num_edges());
  check_family_size("complement", real(n), count);
  return translate_exceptions("complement", [&] {
    std::vector<Edge> edges;
    edges.reserve(static_cast<std::size_t>(count));
    std::vector<bool> joined(n, false);
    for (std::int64_t u = 0; u < n; ++u) {
      for (const std::int32_t v : graph.neighbours(u)) joined[v] = true;
      for (std::int64_t v = u + 1; v < n; ++v) {
        if (!joined[v]) edges.push_back({node(u), node(v)});
      }
      for (const std::int32_t v : graph.neighbours(u)) joined[v] = false;
    }
    const auto colours = graph.node_colours();
    return make_graph(n, edges, {.nodes = {colours.begin(), colours.end()}, .edges = {}});
  });
}

Graph cartesian_product(const Graph& a, const Graph& b) {
  refuse_colours("cartesian_product", a);
  refuse_colours("cartesian_product", b);
  const std::int64_t width = b.num_nodes();
  const double count =
      real(a.num_nodes()) * real(b.num_edges()) + real(a.num_edges()) * real(width);
  check_family_size("cartesian_product", real(a.num_nodes()) * real(width), count);
  return translate_exceptions("cartesian_product", [&] {
    std::vector<Edge> edges;
    edges.reserve(static_cast<std::size_t>(count));
    for (std::int64_t u = 0; u < a.num_nodes(); ++u) {
      for (const auto& [v, w] : b.edges()) {
        edges.push_back({node(u * width + v), node(u * width + w)});
      }
    }
    for (const auto& [u, w] : a.edges()) {
      for (std::int64_t v = 0; v < width; ++v) {
        edges.push_back({node(u * width + v), node(w * width + v)});
      }
    }
    return make_graph(a.num_nodes() * width, edges);
  });
}

Graph direct_product(const Graph& a, const Graph& b) {
  refuse_colours("direct_product", a);
  refuse_colours("direct_product", b);
  const std::int64_t width = b.num_nodes();
  const double count = 2 * real(a.num_edges()) * real(b.num_edges());
  check_family_size("direct_product", real(a.num_nodes()) * real(width), count);
  return translate_exceptions("direct_product", [&] {
    std::vector<Edge> edges;
    edges.reserve(static_cast<std::size_t>(count));
    for (const auto& [u, w] : a.edges()) {
      for (const auto& [v, x] : b.edges()) {
        edges.push_back({node(u * width + v), node(w * width + x)});
        edges.push_back({node(u * width + x), node(w * width + v)});
      }
    }
    return make_graph(a.num_nodes() * width, edges);
  });
}

Graph line_graph(const Graph& graph) {
  refuse_colours("line_graph", graph);
  double count = 0;
  for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
    count += real(graph.degree(v)) * real(graph.degree(v) - 1) / 2;
  }
  check_family_size("line_graph", real(graph.num_edges()), count);
  return translate_exceptions("line_graph", [&] {
    const std::vector<Edge> nodes = graph.edges();
    std::vector<std::vector<std::int32_t>> at(graph.num_nodes());
    std::vector<Edge> edges;
    edges.reserve(static_cast<std::size_t>(count));
    for (std::int32_t i = 0; std::cmp_less(i, nodes.size()); ++i) {
      for (const std::int32_t end : {nodes[i].u, nodes[i].v}) {
        for (const std::int32_t j : at[end]) edges.push_back({j, i});
        at[end].push_back(i);
      }
    }
    return make_graph(graph.num_edges(), edges);
  });
}

}  // namespace isotypic
