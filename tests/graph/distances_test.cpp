#include "isotypic/graph/distances.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/permutation.hpp"
#include "isotypic/graph/random_graphs.hpp"

namespace isotypic::distances_test {
namespace {

using ::testing::ElementsAre;

DistanceSummary from_everywhere(const Graph& graph) {
  return summarise_distances(graph, identity_permutation(graph.num_nodes()));
}

TEST(Distances, CountEdgesAndSayWhereThereIsNoPath) {
  const Graph graph = make_graph(5, {{0, 1}, {1, 2}, {0, 2}, {2, 3}});
  EXPECT_THAT(distances_from(graph, 0), ElementsAre(0, 1, 1, 2, -1));
  EXPECT_THAT(distances_from(graph, 4), ElementsAre(-1, -1, -1, -1, 0));
}

TEST(Distances, GirthAndDiameterOfWellKnownGraphs) {
  struct Known {
    Graph graph;
    std::optional<std::int64_t> diameter, girth;
  };
  for (const auto& [graph, diameter, girth] :
       {Known{petersen_graph(), 2, 5}, Known{hypercube_graph(4), 4, 4}, Known{cycle_graph(9), 4, 9},
        Known{complete_graph(5), 1, 3}, Known{path_graph(4), 3, std::nullopt},
        Known{path_graph(1), 0, std::nullopt}, Known{Graph(), std::nullopt, std::nullopt},
        Known{kneser_graph(7, 3), 3, 6}, Known{disjoint_copies(cycle_graph(5), 2), std::nullopt, 5},
        Known{star_graph(5), 2, std::nullopt}}) {
    const DistanceSummary summary = from_everywhere(graph);
    EXPECT_EQ(summary.diameter, diameter);
    EXPECT_EQ(summary.girth, girth);
  }
}

TEST(Distances, OneNodeOfEveryOrbitIsEnough) {
  const std::vector<std::int32_t> one = {7};
  EXPECT_EQ(summarise_distances(hypercube_graph(5), one).diameter, 5);
  EXPECT_EQ(summarise_distances(hypercube_graph(5), one).girth, 4);
}

RC_GTEST_PROP(Distances, AreThoseOfFloydAndWarshall, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const Graph graph = erdos_renyi_graph(*rc::gen::inRange(1, 14), 0.25, random);
  const std::int64_t n = graph.num_nodes();
  constexpr std::int32_t far = 1000;
  std::vector<std::vector<std::int32_t>> d(n, std::vector<std::int32_t>(n, far));
  for (std::int64_t v = 0; v < n; ++v) d[v][v] = 0;
  for (const Edge& edge : graph.edges()) d[edge.u][edge.v] = d[edge.v][edge.u] = 1;
  for (std::int64_t k = 0; k < n; ++k) {
    for (std::int64_t i = 0; i < n; ++i) {
      for (std::int64_t j = 0; j < n; ++j) d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);
    }
  }
  for (std::int32_t v = 0; v < n; ++v) {
    for (std::int32_t& entry : d[v]) entry = entry >= far ? -1 : entry;
    RC_ASSERT(distances_from(graph, v) == d[v]);
  }
}

/// The shortest cycle through an edge is the edge and the shortest path around it.
RC_GTEST_PROP(Distances, TheGirthIsTheShortestWayRoundAnEdge, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const Graph graph = erdos_renyi_graph(*rc::gen::inRange(1, 12), 0.3, random);
  std::optional<std::int64_t> girth;
  const std::vector<Edge> edges = graph.edges();
  for (std::size_t i = 0; i < edges.size(); ++i) {
    std::vector<Edge> others = edges;
    others.erase(others.begin() + std::int64_t(i));
    const std::int64_t around =
        distances_from(make_graph(graph.num_nodes(), others), edges[i].u)[edges[i].v];
    if (around > 0) girth = std::min(girth.value_or(around + 1), around + 1);
  }
  RC_ASSERT(from_everywhere(graph).girth == girth);
}

}  // namespace
}  // namespace isotypic::distances_test
