#include "isotypic/symmetry/arc_orbits.hpp"

#include <algorithm>
#include <numeric>

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

/// Unites every arc with its images; arcs are numbered as in the adjacency of the graph.
UnionFind unite_images(const Graph& graph, std::span<const SparsePermutation> generators) {
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
  return arcs;
}

/// Unites every arc with its reverse.
void unite_directions(const Graph& graph, UnionFind& arcs) {
  for (const Edge& edge : graph.edges()) {
    arcs.unite(arc_number(graph, edge.u, edge.v), arc_number(graph, edge.v, edge.u));
  }
}

/// The classes of the things with these numbers.
OrbitPartition partition_of(const UnionFind& classes, std::span<const std::int64_t> things,
                            std::int64_t num_points) {
  OrbitPartition partition;
  std::vector<std::int32_t> number(num_points, -1);
  for (const std::int64_t thing : things) {
    std::int32_t& orbit = number[classes.root(thing)];
    if (orbit < 0) orbit = static_cast<std::int32_t>(partition.count++);
    partition.orbit_of.push_back(orbit);
  }
  return partition;
}

}  // namespace

ArcOrbits count_arc_orbits(const Graph& graph, std::span<const SparsePermutation> generators) {
  UnionFind arcs = unite_images(graph, generators);
  ArcOrbits result{.num_arc_orbits = arcs.num_classes()};
  unite_directions(graph, arcs);
  result.num_edge_orbits = arcs.num_classes();
  return result;
}

std::vector<std::int64_t> OrbitPartition::sizes() const {
  std::vector<std::int64_t> result(count, 0);
  for (const std::int32_t orbit : orbit_of) ++result[orbit];
  return result;
}

OrbitPartition label_arc_orbits(const Graph& graph, std::span<const SparsePermutation> generators) {
  const UnionFind arcs = unite_images(graph, generators);
  std::vector<std::int64_t> all(graph.adjacency().size());
  std::iota(all.begin(), all.end(), std::int64_t{0});
  return partition_of(arcs, all, std::ssize(all));
}

OrbitPartition label_edge_orbits(const Graph& graph,
                                 std::span<const SparsePermutation> generators) {
  UnionFind arcs = unite_images(graph, generators);
  unite_directions(graph, arcs);
  std::vector<std::int64_t> edges;
  for (const Edge& edge : graph.edges()) edges.push_back(arc_number(graph, edge.u, edge.v));
  return partition_of(arcs, edges, std::ssize(graph.adjacency()));
}

}  // namespace isotypic
