#include "isotypic/graph/operations.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::operations_test {
namespace {

Graph random_graph() {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  return erdos_renyi_graph(*rc::gen::inRange(0, 9), 0.4, random);
}

TEST(DisjointUnion, KeepsColoursThatAllGraphsHave) {
  const Graph a = make_graph(2, {{0, 1}}, {.nodes = {1, 2}, .edges = {7}});
  const Graph b = make_graph(3, {{1, 2}}, {.nodes = {3, 4, 5}, .edges = {8}});
  EXPECT_EQ(disjoint_union(a, b),
            make_graph(5, {{0, 1}, {3, 4}}, {.nodes = {1, 2, 3, 4, 5}, .edges = {7, 8}}));
  EXPECT_EQ(disjoint_union(a, Graph{}), a);
}

TEST(DisjointUnion, RefusesAMixtureOfColouredAndUncoloured) {
  const Graph plain = path_graph(2);
  EXPECT_THROW((void)disjoint_union(plain, with_node_colours(plain, {1, 1})), Error);
  EXPECT_THROW((void)disjoint_union(plain, make_graph(2, {{0, 1}}, {.edges = {1}})), Error);
}

TEST(DisjointUnion, OfManyIsTheUnionOfCopies) {
  const Graph graph = path_graph(3);
  EXPECT_EQ(disjoint_copies(graph, 3), disjoint_union(graph, disjoint_union(graph, graph)));
  EXPECT_EQ(disjoint_copies(graph, 0), Graph{});
  EXPECT_THROW((void)disjoint_copies(graph, -1), Error);
  EXPECT_THROW((void)disjoint_copies(graph, INT64_MAX), Error);
}

TEST(Complement, KeepsNodeColoursAndRefusesEdgeColours) {
  const Graph graph = with_node_colours(path_graph(3), {4, 5, 6});
  EXPECT_EQ(complement(graph), make_graph(3, {{0, 2}}, {.nodes = {4, 5, 6}}));
  EXPECT_THROW((void)complement(make_graph(2, {{0, 1}}, {.edges = {1}})), Error);
  EXPECT_THROW((void)complement(path_graph(1'000'000)), Error);
}

TEST(Products, HaveTheEdgesOfTheirDefinition) {
  const Graph a = path_graph(3);
  const Graph b = cycle_graph(4);
  const Graph cartesian = cartesian_product(a, b);
  const Graph direct = direct_product(a, b);
  for (std::int64_t x = 0; x < 12; ++x) {
    for (std::int64_t y = 0; y < 12; ++y) {
      const bool edge_a = a.has_edge(x / 4, y / 4);
      const bool edge_b = b.has_edge(x % 4, y % 4);
      EXPECT_EQ(cartesian.has_edge(x, y), (edge_a && x % 4 == y % 4) || (x / 4 == y / 4 && edge_b));
      EXPECT_EQ(direct.has_edge(x, y), edge_a && edge_b);
    }
  }
}

TEST(Operations, RefuseColoursTheyCannotCarry) {
  const Graph plain = path_graph(2);
  const Graph coloured = with_node_colours(plain, {0, 1});
  EXPECT_THROW((void)cartesian_product(plain, coloured), Error);
  EXPECT_THROW((void)direct_product(coloured, plain), Error);
  EXPECT_THROW((void)line_graph(coloured), Error);
}

TEST(LineGraph, JoinsEdgesThatShareAnEnd) {
  const Graph graph = petersen_graph();
  const std::vector<Edge> edges = graph.edges();
  const Graph line = line_graph(graph);
  ASSERT_EQ(line.num_nodes(), 15);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t j = 0; j < edges.size(); ++j) {
      const bool meet = edges[i].u == edges[j].u || edges[i].u == edges[j].v ||
                        edges[i].v == edges[j].u || edges[i].v == edges[j].v;
      EXPECT_EQ(line.has_edge(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j)),
                i != j && meet);
    }
  }
}

TEST(LineGraph, OfATriangleAndAClawAreTheSame) {
  EXPECT_TRUE(are_isomorphic(line_graph(complete_graph(3)), line_graph(star_graph(3))));
}

RC_GTEST_PROP(Operations, ComplementingTwiceChangesNothing, ()) {
  const Graph graph = random_graph();
  RC_ASSERT(complement(complement(graph)) == graph);
}

RC_GTEST_PROP(Operations, ProductsCommuteUpToIsomorphism, ()) {
  const Graph a = random_graph();
  const Graph b = random_graph();
  RC_ASSERT(are_isomorphic(cartesian_product(a, b), cartesian_product(b, a)));
  RC_ASSERT(are_isomorphic(direct_product(a, b), direct_product(b, a)));
  RC_ASSERT(are_isomorphic(disjoint_union(a, b), disjoint_union(b, a)));
}

RC_GTEST_PROP(Operations, ProductsDistributeOverUnions, ()) {
  const Graph a = random_graph();
  const Graph b = random_graph();
  const Graph c = random_graph();
  RC_ASSERT(are_isomorphic(cartesian_product(a, disjoint_union(b, c)),
                           disjoint_union(cartesian_product(a, b), cartesian_product(a, c))));
}

}  // namespace
}  // namespace isotypic::operations_test
