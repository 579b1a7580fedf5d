#include "experiments/continuity/edits.hpp"

#include <utility>
#include <vector>

namespace isotypic::experiments {
namespace {

constexpr int tries = 1000;

template <typename T>
const T& pick(const std::vector<T>& list, Random& random) {
  return list[random.below(std::ssize(list))];
}

}  // namespace

std::optional<Graph> move_edge(const Graph& graph, Random& random) {
  std::vector<Edge> edges = graph.edges();
  std::vector<Edge> others;
  for (std::int32_t u = 0; u < graph.num_nodes(); ++u) {
    for (std::int32_t v = u + 1; v < graph.num_nodes(); ++v) {
      if (!graph.has_edge(u, v)) others.push_back({u, v});
    }
  }
  if (edges.empty() || others.empty()) return std::nullopt;
  edges[random.below(std::ssize(edges))] = pick(others, random);
  return make_graph(graph.num_nodes(), edges);
}

std::optional<Graph> switch_edges(const Graph& graph, Random& random) {
  std::vector<Edge> edges = graph.edges();
  if (edges.size() < 2) return std::nullopt;
  for (int i = 0; i < tries; ++i) {
    Edge& ab = edges[random.below(std::ssize(edges))];
    Edge& cd = edges[random.below(std::ssize(edges))];
    const auto [a, b] = ab;
    auto [c, d] = cd;
    if (random.below(2) == 1) std::swap(c, d);
    const bool four_nodes = a != c && a != d && b != c && b != d;
    if (!four_nodes || graph.has_edge(a, c) || graph.has_edge(b, d)) continue;
    ab = {a, c};
    cd = {b, d};
    return make_graph(graph.num_nodes(), edges);
  }
  return std::nullopt;
}

std::optional<Graph> move_leaf(const Graph& graph, std::int64_t max_degree, Random& random) {
  std::vector<Edge> edges;
  for (std::int32_t leaf = 0; leaf < graph.num_nodes(); ++leaf) {
    if (graph.degree(leaf) != 1) continue;
    for (std::int32_t v = 0; v < graph.num_nodes(); ++v) {
      if (v == leaf || graph.has_edge(leaf, v) || graph.degree(v) >= max_degree) continue;
      // Two nodes that are joined to each other alone are a part of the graph that cannot move.
      if (graph.degree(graph.neighbours(leaf)[0]) > 1) edges.push_back({leaf, v});
    }
  }
  if (edges.empty()) return std::nullopt;
  const Edge moved = pick(edges, random);
  std::vector<Edge> all = graph.edges();
  std::erase_if(all, [&](const Edge& edge) { return edge.u == moved.u || edge.v == moved.u; });
  all.push_back(moved);
  return make_graph(graph.num_nodes(), all);
}

}  // namespace isotypic::experiments
