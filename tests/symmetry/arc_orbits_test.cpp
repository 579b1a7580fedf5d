#include "isotypic/symmetry/arc_orbits.hpp"

#include <gtest/gtest.h>

#include <set>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/symmetry/symmetry.hpp"
#include "tests/support/reference.hpp"

namespace isotypic::arc_orbits_test {
namespace {

ArcOrbits arc_orbits(const Graph& graph) {
  return count_arc_orbits(graph, compute_symmetry(graph).generators);
}

TEST(ArcOrbits, AreThoseOfAllAutomorphisms) {
  for (const Graph& graph : reference::small_graphs()) {
    if (graph.num_nodes() > 6) continue;
    const std::int64_t n = graph.num_nodes();
    const std::vector<std::int32_t> pairs = reference::orbitals(reference::automorphisms(graph), n);
    std::set<std::int32_t> arcs, edges;
    for (const Edge& edge : graph.edges()) {
      const std::int32_t there = pairs[edge.u * n + edge.v], back = pairs[edge.v * n + edge.u];
      arcs.insert({there, back});
      edges.insert(std::min(there, back));
    }
    const ArcOrbits counted = arc_orbits(graph);
    EXPECT_EQ(counted.num_arc_orbits, std::ssize(arcs));
    EXPECT_EQ(counted.num_edge_orbits, std::ssize(edges));
  }
}

/// Holt's graph, the smallest whose group moves every edge to every other, but none to its reverse.
Graph holt_graph() {
  std::set<Edge> edges;
  for (std::int32_t i = 0; i < 9; ++i) {
    for (std::int32_t j = 0; j < 3; ++j) {
      for (const std::int32_t sign : {1, 8}) {
        const std::int32_t u = 3 * i + j, v = 3 * ((4 * i + sign) % 9) + (j + 2) % 3;
        edges.insert({std::min(u, v), std::max(u, v)});
      }
    }
  }
  return make_graph(27, std::vector<Edge>(edges.begin(), edges.end()));
}

TEST(ArcOrbits, TellEdgesFromTheirReverses) {
  ASSERT_EQ(compute_symmetry(holt_graph()).order, "54");
  EXPECT_EQ(arc_orbits(holt_graph()).num_edge_orbits, 1);
  EXPECT_EQ(arc_orbits(holt_graph()).num_arc_orbits, 2);
  EXPECT_EQ(arc_orbits(petersen_graph()).num_arc_orbits, 1);
  EXPECT_EQ(arc_orbits(prism_graph(5)).num_edge_orbits, 2);
}

TEST(ArcOrbits, WithoutGeneratorsEveryArcIsAlone) {
  EXPECT_EQ(count_arc_orbits(cycle_graph(5), {}).num_arc_orbits, 10);
  EXPECT_EQ(count_arc_orbits(cycle_graph(5), {}).num_edge_orbits, 5);
  EXPECT_EQ(count_arc_orbits(Graph(), {}).num_arc_orbits, 0);
}

TEST(ArcOrbits, RefusesWhatIsNoAutomorphism) {
  const std::vector<SparsePermutation> swap = {{.points = {0, 1}, .images = {1, 0}}};
  EXPECT_THROW((void)count_arc_orbits(path_graph(3), swap), Error);
  const std::vector<SparsePermutation> outside = {{.points = {0, 7}, .images = {7, 0}}};
  EXPECT_THROW((void)count_arc_orbits(path_graph(3), outside), Error);
}

}  // namespace
}  // namespace isotypic::arc_orbits_test
