#include "isotypic/symmetry/arc_orbits.hpp"

#include <algorithm>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/union_find.hpp"

namespace isotypic {
namespace {

constexpr const char* where = "count_arc_orbits";

/// The place of the arc from u to v in the adjacency of the graph.
std::int64_t arc_number(const Graph& graph, std::int32_t u, std::int32_t v) {
  const auto neighbours = graph.neighbours(u);
  const auto found = std::ranges::lower_bound(neighbours, v);
  if (found == neighbours.end() || *found != v) {
    fail(where, "a generator maps an edge to ", u, " - ", v, ", which is none");
  }
  return graph.offsets()[u] + (found - neighbours.begin());
}

void check(const Graph& graph, std::span<const SparsePermutation> generators) {
  if (graph.num_edges() > max_arc_orbit_edges) {
    fail(where, "the graph has ", graph.num_edges(), " edges; at most ", max_arc_orbit_edges);
  }
  for (const SparsePermutation& g : generators) {
    if (!g.points.empty() && (g.points.front() < 0 || g.points.back() >= graph.num_nodes())) {
      fail(where, "a generator moves a node that the graph does not have");
    }
  }
}

}  // namespace

ArcOrbits count_arc_orbits(const Graph& graph, std::span<const SparsePermutation> generators) {
  check(graph, generators);
  UnionFind arcs(2 * graph.num_edges());
  Permutation image = identity_permutation(graph.num_nodes());
  for (const SparsePermutation& g : generators) {
    for (std::size_t i = 0; i < g.points.size(); ++i) image[g.points[i]] = g.images[i];
    // Arcs between nodes that stay are their own images.
    for (const std::int32_t u : g.points) {
      for (const std::int32_t v : graph.neighbours(u)) {
        arcs.unite(arc_number(graph, u, v), arc_number(graph, image[u], image[v]));
        arcs.unite(arc_number(graph, v, u), arc_number(graph, image[v], image[u]));
      }
    }
    for (const std::int32_t u : g.points) image[u] = u;
  }
  ArcOrbits result{.num_arc_orbits = arcs.num_classes()};
  for (const Edge& edge : graph.edges()) {
    arcs.unite(arc_number(graph, edge.u, edge.v), arc_number(graph, edge.v, edge.u));
  }
  result.num_edge_orbits = arcs.num_classes();
  return result;
}

}  // namespace isotypic
