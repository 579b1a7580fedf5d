#include "tests/support/coloured.hpp"

#include <algorithm>
#include <vector>

#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/random_graphs.hpp"

namespace isotypic {
namespace {

Graph regular(std::int64_t n, Random& random) {
  const std::int64_t degree = 2 + random.below(2);
  return random_regular_graph(std::max<std::int64_t>(4, n + n % 2), degree, random);
}

Graph connected_or_not(std::int64_t n, Random& random) {
  switch (random.below(3)) {
    case 0:
      return erdos_renyi_graph(
          n, std::min(1.0, (0.5 + 2.0 * random.uniform()) / static_cast<double>(n)), random);
    case 1:
      return random_tree(n, random);
    default:
      return regular(n, random);
  }
}

/// Copies of some small graphs side by side.
Graph several(std::int64_t n, Random& random) {
  std::vector<Graph> pieces;
  for (std::int64_t left = n; left > 0;) {
    const std::int64_t size = 1 + random.below(std::min<std::int64_t>(left, 9));
    const Graph piece = connected_or_not(size, random);
    const std::int64_t copies = 1 + random.below(3);
    for (std::int64_t i = 0; i < copies && left > 0; ++i, left -= piece.num_nodes()) {
      pieces.push_back(piece);
    }
  }
  return disjoint_union(pieces);
}

/// Some nodes of the graph several times, joined to each other or not.
Graph with_twins(const Graph& graph, Random& random) {
  std::vector<std::int32_t> original;
  std::vector<bool> adjacent;
  for (std::int32_t v = 0; v < graph.num_nodes(); ++v) {
    const std::int64_t copies = random.below(3) == 0 ? 2 + random.below(2) : 1;
    original.insert(original.end(), static_cast<std::size_t>(copies), v);
    adjacent.push_back(random.below(2) == 0);
  }
  std::vector<Edge> edges;
  const auto n = static_cast<std::int32_t>(original.size());
  for (std::int32_t a = 0; a < n; ++a) {
    for (std::int32_t b = a + 1; b < n; ++b) {
      const std::int32_t u = original[a];
      const std::int32_t v = original[b];
      if (u == v ? adjacent[u] : graph.has_edge(u, v)) edges.push_back({a, b});
    }
  }
  return make_graph(n, edges);
}

/// Colours of `count` things. Equal stretches, a rhythm or a few marks leave symmetry; colours at
/// random leave little.
std::vector<std::int32_t> some_colours(std::int64_t count, Random& random) {
  std::vector<std::int32_t> colours(static_cast<std::size_t>(count), 0);
  if (count == 0) return colours;
  const auto kinds = static_cast<std::int32_t>(2 + random.below(3));
  const std::int64_t way = random.below(4);
  const std::int64_t marks = 1 + random.below(3);
  for (std::int64_t i = 0; i < count; ++i) {
    if (way == 0) colours[i] = static_cast<std::int32_t>(i % kinds);
    if (way == 1) colours[i] = static_cast<std::int32_t>(i * kinds / count);
    if (way == 2) colours[i] = static_cast<std::int32_t>(random.below(kinds));
  }
  for (std::int64_t i = 0; way == 3 && i < marks; ++i) colours[random.below(count)] = 1;
  return colours;
}

Graph random_graph_of_some_kind(Random& random) {
  const std::int64_t n = 3 + random.below(random.below(4) == 0 ? 20 : 40);
  switch (random.below(4)) {
    case 0:
      return several(n, random);
    case 1:
      return with_twins(connected_or_not(3 + n / 2, random), random);
    case 2:
      return with_twins(several(3 + n / 2, random), random);
    default:
      return connected_or_not(n, random);
  }
}

}  // namespace

Graph random_coloured_graph(Random& random) {
  const Graph graph = random_graph_of_some_kind(random);
  const std::int64_t coloured = random.below(5);  // nodes most often, edges, both
  Colours colours;
  if (coloured != 3) colours.nodes = some_colours(graph.num_nodes(), random);
  if (coloured >= 3) colours.edges = some_colours(graph.num_edges(), random);
  return make_graph(graph.num_nodes(), graph.edges(), colours);
}

}  // namespace isotypic
