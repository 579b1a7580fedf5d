#include "isotypic/graph/connected_components.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/graph/union_find.hpp"

namespace isotypic::connected_components_test {
namespace {

using ::testing::ElementsAre;

TEST(ConnectedComponents, AreNumberedByTheirLeastNode) {
  const Graph graph = make_graph(6, {{0, 4}, {5, 1}, {5, 3}});
  const ConnectedComponents components = connected_components(graph);
  EXPECT_EQ(components.count, 3);
  EXPECT_THAT(components.component_of, ElementsAre(0, 1, 2, 1, 0, 1));
  EXPECT_THAT(component_lists(components),
              ElementsAre(ElementsAre(0, 4), ElementsAre(1, 3, 5), ElementsAre(2)));
}

TEST(ConnectedComponents, OfCopiesAreTheCopies) {
  EXPECT_EQ(connected_components(disjoint_copies(petersen_graph(), 5)).count, 5);
  EXPECT_TRUE(is_connected(petersen_graph()));
  EXPECT_FALSE(is_connected(disjoint_copies(petersen_graph(), 2)));
}

TEST(ConnectedComponents, AreNoneWithoutNodes) {
  EXPECT_EQ(connected_components(Graph()).count, 0);
  EXPECT_TRUE(component_lists(connected_components(Graph())).empty());
  EXPECT_TRUE(is_connected(Graph()));
}

RC_GTEST_PROP(ConnectedComponents, AreTheClassesThatTheEdgesUnite, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const Graph graph = erdos_renyi_graph(*rc::gen::inRange(1, 20), 0.1, random);
  UnionFind classes(graph.num_nodes());
  for (const Edge& edge : graph.edges()) classes.unite(edge.u, edge.v);
  const ConnectedComponents components = connected_components(graph);
  RC_ASSERT(components.count == classes.num_classes());
  for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
    RC_ASSERT(components.component_of[v] == components.component_of[classes.root(v)]);
  }
}

}  // namespace
}  // namespace isotypic::connected_components_test
