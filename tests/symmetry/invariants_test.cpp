#include "isotypic/symmetry/invariants.hpp"

#include <gtest/gtest.h>

#include <set>

#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "tests/support/laws.hpp"
#include "tests/support/zoo.hpp"

namespace isotypic::invariants_test {
namespace {

TEST(Invariants, AreEqualForRelabelledCopies) {
  Random random(11);
  for (const auto& [name, graph] : zoo::graphs()) {
    SCOPED_TRACE(name);
    expect_invariant(graph, 2, random, [](const Graph& copy) { return compute_invariants(copy); });
  }
}

TEST(Invariants, OfThePetersenGraph) {
  const Invariants found = compute_invariants(petersen_graph());
  Invariants expected;
  expected.num_nodes = 10;
  expected.num_edges = 15;
  expected.min_degree = expected.max_degree = 3;
  expected.mean_degree = 3.0;
  expected.num_components = 1;
  expected.num_triangles = 0;
  expected.girth = 5;
  expected.diameter = 2;
  expected.aut_order = "120";
  expected.num_orbits = 1;
  expected.num_edge_orbits = expected.num_arc_orbits = 1;
  expected.num_orbitals = 3;
  expected.strongly_regular = {10, 3, 0, 1};
  expected.intersection_array = {{3, 2}, {1, 1}};
  expected.wl1_finds_orbits = true;
  expected.wl2_finds_orbitals = true;
  EXPECT_EQ(found, expected);
  EXPECT_TRUE(found.vertex_transitive());
  EXPECT_EQ(found.arc_transitive(), true);
}

/// Folkman's graph: regular, all edges alike, but not all nodes.
TEST(Invariants, KnowsAGraphThatIsEdgeButNotVertexTransitive) {
  std::vector<Edge> edges;
  constexpr std::int32_t jumps[] = {5, -7, -7, 5};
  for (std::int32_t v = 0; v < 20; ++v) edges.push_back({v, (v + 1) % 20});
  for (std::int32_t v = 0; v < 20; ++v) edges.push_back({v, (v + jumps[v % 4] + 20) % 20});
  const Graph folkman = simplify_graph(20, edges).graph;
  const Invariants found = compute_invariants(folkman);
  EXPECT_TRUE(found.regular());
  EXPECT_EQ(found.max_degree, 4);
  EXPECT_TRUE(found.bipartite);
  EXPECT_FALSE(found.vertex_transitive());
  EXPECT_EQ(found.edge_transitive(), true);
  EXPECT_EQ(found.arc_transitive(), false);
}

TEST(Invariants, AStronglyRegularGraphIsDistanceRegularWithItsParameters) {
  for (const auto& [name, graph] : zoo::graphs()) {
    const Invariants found = compute_invariants(graph);
    if (!found.strongly_regular) continue;
    SCOPED_TRACE(name);
    EXPECT_EQ(found.intersection_array,
              distance_regular(graph, identity_permutation(graph.num_nodes())));
  }
}

TEST(Invariants, CountsTrianglesByOrbits) {
  EXPECT_EQ(compute_invariants(complete_graph(7)).num_triangles, 35);
  EXPECT_EQ(compute_invariants(shrikhande_graph()).num_triangles, 32);
  EXPECT_EQ(compute_invariants(disjoint_union(complete_graph(4), path_graph(3))).num_triangles, 4);
  EXPECT_EQ(compute_invariants(complete_graph(1500)).num_triangles, 561'375'500);
}

TEST(Invariants, WhatDoesNotExistOrCostsTooMuchIsUnset) {
  EXPECT_EQ(compute_invariants(path_graph(5)).girth, std::nullopt);
  EXPECT_EQ(compute_invariants(disjoint_copies(cycle_graph(4), 2)).diameter, std::nullopt);
  const Invariants sparse = compute_invariants(path_graph(9), {}, 8);
  EXPECT_EQ(sparse.num_orbitals, std::nullopt);
  EXPECT_EQ(sparse.wl2_finds_orbitals, std::nullopt);
  EXPECT_EQ(sparse.num_orbits, 5);
  // 20,000 orbits of a path with 40,000 nodes: too many searches.
  EXPECT_EQ(compute_invariants(path_graph(40'000)).diameter, std::nullopt);
  EXPECT_EQ(compute_invariants(cycle_graph(40'000)).diameter, 20'000);
}

TEST(Invariants, ColoursChangeTheSymmetryOnly) {
  const Graph coloured = with_node_colours(cycle_graph(4), {0, 1, 1, 1});
  EXPECT_EQ(compute_invariants(coloured).num_orbits, 1);
  const Invariants found = compute_invariants(coloured, {.node_colours = true});
  EXPECT_EQ(found.num_orbits, 3);
  EXPECT_EQ(found.num_edge_orbits, 2);
  EXPECT_EQ(found.strongly_regular, compute_invariants(cycle_graph(4)).strongly_regular);
}

TEST(Invariants, TheEmptyGraphHasNone) {
  const Invariants found = compute_invariants(Graph());
  EXPECT_EQ(found.num_nodes, 0);
  EXPECT_EQ(found.num_components, 0);
  EXPECT_EQ(found.diameter, std::nullopt);
  EXPECT_FALSE(found.intersection_array);
}

TEST(InvariantFields, HaveDistinctNamesAndTheValuesOfTheStruct) {
  std::set<std::string> names;
  for (const InvariantField& field : invariant_fields()) {
    EXPECT_TRUE(names.insert(field.name).second) << field.name;
    EXPECT_FALSE(field.about.empty()) << field.name;
  }
  const Json json = to_json(compute_invariants(shrikhande_graph()));
  EXPECT_EQ(json.size(), names.size());
  EXPECT_EQ(json.at("n"), 16);
  EXPECT_EQ(json.at("aut_order"), "192");
  EXPECT_EQ(json.at("srg_lambda"), 2);
  EXPECT_EQ(json.at("intersection_array"), "{6,3;1,2}");
  EXPECT_EQ(json.at("vertex_transitive"), true);
}

TEST(InvariantFields, AreOfTheirKindOrNull) {
  for (const auto& [name, graph] : zoo::graphs()) {
    const Invariants found = compute_invariants(graph);
    for (const InvariantField& field : invariant_fields()) {
      const Json value = field.get(found);
      if (value.is_null()) continue;
      SCOPED_TRACE(name + ": " + field.name);
      switch (field.kind) {
        case InvariantKind::Integer:
          EXPECT_TRUE(value.is_number_integer());
          break;
        case InvariantKind::Real:
          EXPECT_TRUE(value.is_number());
          break;
        case InvariantKind::Truth:
          EXPECT_TRUE(value.is_boolean());
          break;
        default:
          EXPECT_TRUE(value.is_string());
      }
    }
  }
}

}  // namespace
}  // namespace isotypic::invariants_test
