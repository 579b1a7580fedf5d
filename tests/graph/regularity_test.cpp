#include "isotypic/graph/regularity.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "isotypic/graph/distances.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/permutation.hpp"
#include "isotypic/graph/random_graphs.hpp"

namespace isotypic::regularity_test {
namespace {

std::optional<StronglyRegular> srg(const Graph& graph) {
  return strongly_regular(graph, identity_permutation(graph.num_nodes()));
}

std::string array_of(const Graph& graph) {
  const auto array = distance_regular(graph, identity_permutation(graph.num_nodes()));
  return array ? to_string(*array) : "none";
}

TEST(Regularity, BipartiteMeansNoOddCycle) {
  EXPECT_TRUE(is_bipartite(Graph()));
  EXPECT_TRUE(is_bipartite(cycle_graph(8)));
  EXPECT_FALSE(is_bipartite(cycle_graph(9)));
  EXPECT_TRUE(is_bipartite(hypercube_graph(5)));
  EXPECT_FALSE(is_bipartite(disjoint_union(std::vector{path_graph(4), complete_graph(3)})));
}

TEST(Regularity, CountsTriangles) {
  EXPECT_EQ(triangles_at(complete_graph(7), 3), 15);
  EXPECT_EQ(triangles_at(petersen_graph(), 0), 0);
  EXPECT_EQ(triangles_at(shrikhande_graph(), 5), 6);
}

RC_GTEST_PROP(Regularity, TrianglesAreTriples, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const Graph graph = erdos_renyi_graph(*rc::gen::inRange(1, 12), 0.5, random);
  for (std::int32_t u = 0; u < graph.num_nodes(); ++u) {
    std::int64_t expected = 0;
    for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
      for (std::int64_t w = 0; w < v; ++w) {
        expected += graph.has_edge(u, v) && graph.has_edge(v, w) && graph.has_edge(u, w) ? 1 : 0;
      }
    }
    RC_ASSERT(triangles_at(graph, u) == expected);
  }
}

TEST(Regularity, KnowsStronglyRegularGraphsByTheirParameters) {
  EXPECT_EQ(srg(petersen_graph()), (StronglyRegular{10, 3, 0, 1}));
  EXPECT_EQ(srg(rook_graph(4, 4)), (StronglyRegular{16, 6, 2, 2}));
  EXPECT_EQ(srg(shrikhande_graph()), (StronglyRegular{16, 6, 2, 2}));
  EXPECT_EQ(srg(paley_graph(13)), (StronglyRegular{13, 6, 2, 3}));
  EXPECT_EQ(srg(complete_bipartite_graph(4, 4)), (StronglyRegular{8, 4, 0, 4}));
  EXPECT_EQ(srg(disjoint_copies(complete_graph(3), 4)), (StronglyRegular{12, 2, 1, 0}));
}

TEST(Regularity, CompleteEmptyAndOtherGraphsAreNotStronglyRegular) {
  for (const Graph& graph :
       {Graph(), complete_graph(1), complete_graph(5), make_graph(4, {}), cycle_graph(6),
        path_graph(3), hypercube_graph(3), complete_bipartite_graph(2, 3)}) {
    EXPECT_EQ(srg(graph), std::nullopt);
  }
}

TEST(Regularity, KnowsDistanceRegularGraphsByTheirArrays) {
  EXPECT_EQ(array_of(petersen_graph()), "{3,2;1,1}");
  EXPECT_EQ(array_of(hypercube_graph(3)), "{3,2,1;1,2,3}");
  EXPECT_EQ(array_of(cycle_graph(6)), "{2,1,1;1,1,2}");
  EXPECT_EQ(array_of(complete_graph(5)), "{4;1}");
  EXPECT_EQ(array_of(kneser_graph(7, 3)), "{4,3,3;1,1,2}");
  EXPECT_EQ(array_of(johnson_graph(7, 3)), "{12,6,2;1,4,9}");
  EXPECT_EQ(array_of(complete_graph(1)), "{;}");
}

TEST(Regularity, OtherGraphsHaveNoArray) {
  for (const Graph& graph :
       {Graph(), path_graph(3), prism_graph(3), disjoint_copies(complete_graph(3), 2),
        moebius_ladder(4), star_graph(4), complete_bipartite_graph(2, 3)}) {
    EXPECT_EQ(array_of(graph), "none");
  }
}

/// The definition, pair by pair: the numbers depend on the distance only.
bool is_distance_regular_by_definition(const Graph& graph) {
  const std::int64_t n = graph.num_nodes();
  std::vector<std::vector<std::int32_t>> d;
  for (std::int32_t v = 0; v < n; ++v) d.push_back(distances_from(graph, v));
  std::vector<std::vector<std::int64_t>> seen(n);
  for (std::int64_t u = 0; u < n; ++u) {
    for (std::int64_t v = 0; v < n; ++v) {
      if (d[u][v] < 0) return false;
      std::vector<std::int64_t> counts(3, 0);
      for (const std::int32_t w : graph.neighbours(v)) ++counts[d[u][w] - d[u][v] + 1];
      auto& known = seen[d[u][v]];
      if (known.empty()) known = counts;
      if (known != counts) return false;
    }
  }
  return n > 0;
}

RC_GTEST_PROP(Regularity, AgreesWithTheDefinition, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const std::int64_t n = *rc::gen::inRange(2, 7);
  const Graph graph = *rc::gen::arbitrary<bool>() ? random_regular_graph(2 * n, 3 % (2 * n), random)
                                                  : erdos_renyi_graph(n, 0.8, random);
  RC_ASSERT((array_of(graph) != "none") == is_distance_regular_by_definition(graph));
}

}  // namespace
}  // namespace isotypic::regularity_test
