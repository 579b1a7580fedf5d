#include "isotypic/graph/families.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::families_test {
namespace {

bool is_regular(const Graph& graph, std::int64_t degree) {
  for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
    if (graph.degree(v) != degree) return false;
  }
  return true;
}

std::int64_t common_neighbours(const Graph& graph, std::int64_t u, std::int64_t v) {
  std::int64_t count = 0;
  for (const std::int32_t w : graph.neighbours(u)) count += graph.has_edge(v, w) ? 1 : 0;
  return count;
}

bool is_strongly_regular(const Graph& graph, std::int64_t degree, std::int64_t lambda,
                         std::int64_t mu) {
  if (!is_regular(graph, degree)) return false;
  for (std::int64_t u = 0; u < graph.num_nodes(); ++u) {
    for (std::int64_t v = 0; v < u; ++v) {
      if (common_neighbours(graph, u, v) != (graph.has_edge(u, v) ? lambda : mu)) return false;
    }
  }
  return true;
}

void expect_size(const Graph& graph, std::int64_t nodes, std::int64_t edges) {
  EXPECT_EQ(graph.num_nodes(), nodes);
  EXPECT_EQ(graph.num_edges(), edges);
}

TEST(Families, HaveTheirSizes) {
  expect_size(path_graph(0), 0, 0);
  expect_size(path_graph(1), 1, 0);
  expect_size(path_graph(9), 9, 8);
  expect_size(cycle_graph(9), 9, 9);
  expect_size(complete_graph(9), 9, 36);
  expect_size(complete_bipartite_graph(3, 4), 7, 12);
  expect_size(complete_bipartite_graph(0, 4), 4, 0);
  expect_size(star_graph(0), 1, 0);
  expect_size(star_graph(5), 6, 5);
  expect_size(grid_graph(3, 4), 12, 17);
  expect_size(torus_graph(3, 4), 12, 24);
  expect_size(hypercube_graph(0), 1, 0);
  expect_size(hypercube_graph(5), 32, 80);
  expect_size(binary_tree(4), 31, 30);
  expect_size(rook_graph(3, 4), 12, 30);
  expect_size(shrikhande_graph(), 16, 48);
  expect_size(petersen_graph(), 10, 15);
  expect_size(generalised_petersen_graph(7, 2), 14, 21);
  expect_size(prism_graph(7), 14, 21);
  expect_size(moebius_ladder(7), 14, 21);
  expect_size(paley_graph(29), 29, 203);
  expect_size(kneser_graph(6, 2), 15, 45);
  expect_size(kneser_graph(5, 3), 10, 0);
  expect_size(johnson_graph(6, 3), 20, 90);
  expect_size(johnson_graph(6, 6), 1, 0);
}

TEST(Families, MeetWhereTheLiteratureSaysTheyAreTheSame) {
  EXPECT_TRUE(are_isomorphic(kneser_graph(5, 2), petersen_graph()));
  EXPECT_TRUE(are_isomorphic(complement(johnson_graph(5, 2)), petersen_graph()));
  EXPECT_TRUE(are_isomorphic(johnson_graph(7, 2), line_graph(complete_graph(7))));
  EXPECT_TRUE(are_isomorphic(rook_graph(3, 4), line_graph(complete_bipartite_graph(3, 4))));
  EXPECT_TRUE(
      are_isomorphic(rook_graph(4, 4), cartesian_product(complete_graph(4), complete_graph(4))));
  EXPECT_TRUE(are_isomorphic(prism_graph(6), cartesian_product(cycle_graph(6), path_graph(2))));
  EXPECT_TRUE(are_isomorphic(prism_graph(4), hypercube_graph(3)));
  EXPECT_TRUE(are_isomorphic(moebius_ladder(2), complete_graph(4)));
  EXPECT_TRUE(are_isomorphic(moebius_ladder(3), complete_bipartite_graph(3, 3)));
  EXPECT_TRUE(are_isomorphic(torus_graph(4, 4), hypercube_graph(4)));
  EXPECT_TRUE(are_isomorphic(torus_graph(3, 5), cartesian_product(cycle_graph(3), cycle_graph(5))));
  EXPECT_TRUE(are_isomorphic(grid_graph(3, 5), cartesian_product(path_graph(3), path_graph(5))));
  EXPECT_TRUE(are_isomorphic(paley_graph(5), cycle_graph(5)));
  EXPECT_TRUE(are_isomorphic(paley_graph(9), rook_graph(3, 3)));
  EXPECT_TRUE(are_isomorphic(generalised_petersen_graph(10, 3),
                             direct_product(petersen_graph(), complete_graph(2))));
  EXPECT_EQ(complete_bipartite_graph(1, 4), star_graph(4));
}

TEST(Families, TheShrikhandeGraphIsNotTheRooksGraph) {
  EXPECT_TRUE(is_strongly_regular(shrikhande_graph(), 6, 2, 2));
  EXPECT_TRUE(is_strongly_regular(rook_graph(4, 4), 6, 2, 2));
  EXPECT_FALSE(are_isomorphic(shrikhande_graph(), rook_graph(4, 4)));
}

TEST(Families, PaleyGraphsOverAllPrimePowersAreStronglyRegularAndSelfComplementary) {
  // 5^2, 3^4, 7^2, 5^3, 13^2 need proper field arithmetic.
  for (const std::int64_t q : {5, 9, 13, 17, 25, 49, 81, 125, 169}) {
    const Graph graph = paley_graph(q);
    EXPECT_TRUE(is_strongly_regular(graph, (q - 1) / 2, (q - 5) / 4, (q - 1) / 4)) << q;
    EXPECT_TRUE(are_isomorphic(graph, complement(graph))) << q;
  }
}

TEST(Families, RefuseArgumentsOutsideTheirRange) {
  EXPECT_THROW((void)path_graph(-1), Error);
  EXPECT_THROW((void)cycle_graph(2), Error);
  EXPECT_THROW((void)complete_graph(-1), Error);
  EXPECT_THROW((void)complete_bipartite_graph(-1, 2), Error);
  EXPECT_THROW((void)star_graph(-1), Error);
  EXPECT_THROW((void)grid_graph(0, 2), Error);
  EXPECT_THROW((void)torus_graph(2, 3), Error);
  EXPECT_THROW((void)hypercube_graph(-1), Error);
  EXPECT_THROW((void)binary_tree(-1), Error);
  EXPECT_THROW((void)rook_graph(0, 1), Error);
  EXPECT_THROW((void)generalised_petersen_graph(6, 3), Error);
  EXPECT_THROW((void)generalised_petersen_graph(6, 0), Error);
  EXPECT_THROW((void)prism_graph(2), Error);
  EXPECT_THROW((void)moebius_ladder(1), Error);
  EXPECT_THROW((void)kneser_graph(5, 6), Error);
  EXPECT_THROW((void)johnson_graph(0, 0), Error);
  for (const std::int64_t q : {-3, 0, 1, 4, 7, 8, 15, 21, 45, 65}) {
    EXPECT_THROW((void)paley_graph(q), Error) << q;
  }
}

TEST(Families, RefuseSizesBeforeTheyAllocate) {
  constexpr std::int64_t huge = INT64_MAX;
  EXPECT_THROW((void)path_graph(huge), Error);
  EXPECT_THROW((void)cycle_graph(huge), Error);
  EXPECT_THROW((void)complete_graph(100'000), Error);
  EXPECT_THROW((void)complete_graph(huge), Error);
  EXPECT_THROW((void)complete_bipartite_graph(huge, huge), Error);
  EXPECT_THROW((void)star_graph(huge), Error);
  EXPECT_THROW((void)grid_graph(huge, huge), Error);
  EXPECT_THROW((void)torus_graph(huge, 3), Error);
  EXPECT_THROW((void)hypercube_graph(60), Error);
  EXPECT_THROW((void)binary_tree(60), Error);
  EXPECT_THROW((void)rook_graph(100'000, 100'000), Error);
  EXPECT_THROW((void)generalised_petersen_graph(huge, 1), Error);
  EXPECT_THROW((void)moebius_ladder(huge), Error);
  EXPECT_THROW((void)paley_graph(1'000'000'009), Error);
  EXPECT_THROW((void)paley_graph(huge - 2), Error);
  EXPECT_THROW((void)kneser_graph(60, 30), Error);
  EXPECT_THROW((void)kneser_graph(63, 2), Error);
  EXPECT_THROW((void)johnson_graph(62, 31), Error);
}

}  // namespace
}  // namespace isotypic::families_test
