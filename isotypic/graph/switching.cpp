#include "isotypic/graph/switching.hpp"

#include <algorithm>
#include <numeric>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/operations.hpp"

namespace isotypic {
namespace {

/// How many neighbours of each node lie in `set`.
std::vector<std::int64_t> neighbours_in(const Graph& graph, std::span<const std::int32_t> set) {
  std::vector<std::int64_t> count(graph.num_nodes(), 0);
  for (const std::int32_t v : set) {
    for (const std::int32_t w : graph.neighbours(v)) ++count[w];
  }
  return count;
}

std::vector<bool> membership(const Graph& graph, std::span<const std::int32_t> set) {
  std::vector<bool> inside(graph.num_nodes(), false);
  for (const std::int32_t v : set) {
    if (v < 0 || v >= graph.num_nodes()) fail("godsil_mckay_switch", "there is no node ", v);
    if (inside[v]) fail("godsil_mckay_switch", "node ", v, " appears twice in the set");
    inside[v] = true;
  }
  return inside;
}

/// Advances to the next k-subset of 0..n-1 in lexicographic order; false after the last.
bool next_subset(std::vector<std::int32_t>& subset, std::int64_t n) {
  const auto k = static_cast<std::int64_t>(subset.size());
  std::int64_t i = k - 1;
  while (i >= 0 && subset[i] == n - k + i) --i;
  if (i < 0) return false;
  std::iota(subset.begin() + i, subset.end(), subset[i] + 1);
  return true;
}

}  // namespace

bool is_switching_set(const Graph& graph, std::span<const std::int32_t> set) {
  const std::vector<bool> inside = membership(graph, set);
  const std::vector<std::int64_t> count = neighbours_in(graph, set);
  const auto size = static_cast<std::int64_t>(set.size());
  for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
    if (inside[v] ? count[v] != count[set.front()]
                  : count[v] != 0 && 2 * count[v] != size && count[v] != size) {
      return false;
    }
  }
  return true;
}

Graph godsil_mckay_switch(const Graph& graph, std::span<const std::int32_t> set) {
  if (graph.has_edge_colours()) {
    fail("godsil_mckay_switch", "the graph has edge colours, which the result cannot carry");
  }
  if (!is_switching_set(graph, set)) {
    fail("godsil_mckay_switch", "the ", set.size(), " nodes are not a switching set: they must ",
         "induce a regular graph, and every other node be joined to none, half or all of them");
  }
  const std::vector<bool> inside = membership(graph, set);
  const std::vector<std::int64_t> count = neighbours_in(graph, set);
  const auto switched = [&](std::int64_t v) {
    return !inside[v] && 2 * count[v] == static_cast<std::int64_t>(set.size());
  };
  std::vector<Edge> edges;
  for (const auto& [u, v] : graph.edges()) {
    const bool crosses = (inside[u] && switched(v)) || (inside[v] && switched(u));
    if (!crosses) edges.push_back({u, v});
  }
  for (std::int32_t v = 0; v < graph.num_nodes(); ++v) {
    if (!switched(v)) continue;
    for (const std::int32_t w : set) {
      if (!graph.has_edge(v, w)) edges.push_back({v, w});
    }
  }
  const auto colours = graph.node_colours();
  return make_graph(graph.num_nodes(), edges,
                    {.nodes = {colours.begin(), colours.end()}, .edges = {}});
}

std::vector<std::vector<std::int32_t>> find_switching_sets(const Graph& graph, std::int64_t size) {
  const std::int64_t n = graph.num_nodes();
  if (size < 2 || size > n || size % 2 != 0) {
    fail("find_switching_sets", "the size must be even and in 2..", n, ", not ", size);
  }
  double subsets = 1.0;
  for (std::int64_t i = 0; i < size; ++i) {
    subsets = subsets * static_cast<double>(n - i) / static_cast<double>(i + 1);
  }
  if (subsets > 5e7) {
    fail("find_switching_sets", "too many subsets of ", size, " nodes to try: ", subsets);
  }
  std::vector<std::vector<std::int32_t>> found;
  std::vector<std::int32_t> subset(size);
  std::iota(subset.begin(), subset.end(), 0);
  do {
    if (is_switching_set(graph, subset) && godsil_mckay_switch(graph, subset) != graph) {
      found.push_back(subset);
    }
  } while (next_subset(subset, n));
  return found;
}

}  // namespace isotypic
