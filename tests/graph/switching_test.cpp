#include "isotypic/graph/switching.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::switching_test {
namespace {

using Set = std::vector<std::int32_t>;

Eigen::VectorXd spectrum(const Graph& graph) {
  Eigen::MatrixXd adjacency = Eigen::MatrixXd::Zero(graph.num_nodes(), graph.num_nodes());
  for (const auto& [u, v] : graph.edges()) adjacency(u, v) = adjacency(v, u) = 1.0;
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(adjacency, Eigen::EigenvaluesOnly)
      .eigenvalues();
}

TEST(Switching, KeepsTheSpectrumOfTheGraphAndOfItsComplement) {
  Random random(1);
  std::int64_t switched = 0;
  for (int repeat = 0; repeat < 100; ++repeat) {
    const Graph graph = erdos_renyi_graph(9, 0.5, random);
    for (const Set& set : find_switching_sets(graph, 4)) {
      const Graph mate = godsil_mckay_switch(graph, set);
      EXPECT_NE(mate, graph);
      EXPECT_LT((spectrum(mate) - spectrum(graph)).norm(), 1e-10);
      EXPECT_LT((spectrum(complement(mate)) - spectrum(complement(graph))).norm(), 1e-10);
      ++switched;
    }
  }
  EXPECT_GT(switched, 20);
}

TEST(Switching, TwiceGivesTheGraphBack) {
  const Graph graph = petersen_graph();
  for (const Set& set : find_switching_sets(graph, 4)) {
    EXPECT_EQ(godsil_mckay_switch(godsil_mckay_switch(graph, set), set), graph);
  }
}

TEST(Switching, OfThePetersenGraphIsAlwaysIsomorphicToIt) {
  // It is determined by its spectrum, which is why the WL-hard suite switches its products.
  for (const std::int64_t size : {2, 4, 6, 8}) {
    for (const Set& set : find_switching_sets(petersen_graph(), size)) {
      EXPECT_TRUE(are_isomorphic(godsil_mckay_switch(petersen_graph(), set), petersen_graph()));
    }
  }
  EXPECT_EQ(find_switching_sets(petersen_graph(), 4).size(), 20U);
}

TEST(Switching, FindsExactlyTheSetsThatChangeTheGraph) {
  const Graph graph = generalised_petersen_graph(6, 2);
  const auto found = find_switching_sets(graph, 4);
  std::size_t expected = 0;
  for (std::uint32_t code = 0; code < 1U << 12; ++code) {
    Set set;
    for (std::int32_t v = 0; v < 12; ++v) {
      if ((code >> v & 1U) != 0) set.push_back(v);
    }
    if (set.size() == 4 && is_switching_set(graph, set) &&
        godsil_mckay_switch(graph, set) != graph) {
      ++expected;
    }
  }
  EXPECT_EQ(found.size(), expected);
}

TEST(Switching, RefusesSetsThatAreNot) {
  const Graph graph = path_graph(6);
  EXPECT_FALSE(is_switching_set(graph, Set{0, 1, 2, 3}));
  EXPECT_THROW((void)godsil_mckay_switch(graph, Set{0, 1, 2, 3}), Error);
  EXPECT_THROW((void)godsil_mckay_switch(graph, Set{0, 0}), Error);
  EXPECT_THROW((void)godsil_mckay_switch(graph, Set{0, 6}), Error);
  EXPECT_THROW((void)godsil_mckay_switch(make_graph(2, {{0, 1}}, {.edges = {1}}), Set{0}), Error);
  EXPECT_THROW((void)find_switching_sets(graph, 3), Error);
  EXPECT_THROW((void)find_switching_sets(path_graph(1000), 4), Error);
}

}  // namespace
}  // namespace isotypic::switching_test
