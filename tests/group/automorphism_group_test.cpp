#include "isotypic/group/automorphism_group.hpp"

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "isotypic/graph/families.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/reference.hpp"

namespace isotypic::automorphism_group_test {
namespace {

TEST(AutomorphismGroup, StabilisersAreThoseOfAllAutomorphisms) {
  for (const Graph& graph : reference::small_graphs()) {
    if (graph.num_nodes() < 3 || graph.num_nodes() > 6) continue;
    const AutomorphismGroup group(graph);
    const std::vector<std::int32_t> nodes = {2, 0};
    std::int64_t fixing = 0;
    std::int64_t keeping = 0;
    for (const Permutation& p : reference::automorphisms(graph)) {
      fixing += p[0] == 0 && p[2] == 2 ? 1 : 0;
      keeping += std::set{p[0], p[2]} == std::set{0, 2} ? 1 : 0;
    }
    EXPECT_EQ(group.stabiliser(nodes).order(), std::to_string(fixing));
    EXPECT_EQ(group.set_stabiliser(nodes).order(), std::to_string(keeping));
    EXPECT_EQ(group.set_stabiliser(nodes).stabiliser(nodes).order(), std::to_string(fixing));
  }
}

TEST(AutomorphismGroup, KeepsTheColoursThatCount) {
  const Graph graph = make_graph(4, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}, {0, 3}},
                                 {.nodes = {1, 0, 0, 0}, .edges = {1, 1, 2, 2}});
  EXPECT_EQ(AutomorphismGroup(graph).order(), "8");
  EXPECT_FALSE(AutomorphismGroup(graph).graph().has_node_colours());
  const AutomorphismGroup nodes(graph, {.node_colours = true});
  EXPECT_EQ(nodes.order(), "2");
  EXPECT_FALSE(nodes.contains(Permutation{1, 2, 3, 0}));
  EXPECT_TRUE(nodes.contains(Permutation{0, 3, 2, 1}));
  const AutomorphismGroup edges(graph, {.edge_colours = true});
  EXPECT_EQ(edges.order(), "2");
  EXPECT_EQ(edges.stabiliser(std::vector<std::int32_t>{0}).order(), "1");
  EXPECT_EQ(AutomorphismGroup(graph, {.node_colours = true, .edge_colours = true}).order(), "1");
}

TEST(AutomorphismGroup, MakesItsTablesOnceForManyThreads) {
  const AutomorphismGroup group(hypercube_graph(5));
  std::vector<Permutation> drawn(4);
  {
    std::vector<std::jthread> threads;
    for (Permutation& own : drawn) {
      threads.emplace_back([&group, &own] {
        Random random(11);
        own = group.permutations().random_element(random);
      });
    }
  }
  for (const Permutation& p : drawn) EXPECT_EQ(p, drawn.front());
}

TEST(AutomorphismGroup, RefusesNodesThatAreNone) {
  const AutomorphismGroup group(cycle_graph(5));
  const auto text = [&](std::vector<std::int32_t> nodes) {
    return error_text([&] { (void)group.stabiliser(nodes); });
  };
  EXPECT_EQ(text({5}), "there is no node 5; the nodes are 0 to 4");
  EXPECT_EQ(text({1, -2}), "there is no node -2; the nodes are 0 to 4");
  EXPECT_EQ(text({3, 3}), "node 3 is named twice");
  EXPECT_NE(error_text([&] {
              (void)group.contains(Permutation{0, 1});
            }).find("5 nodes"),
            std::string::npos);
  EXPECT_EQ(AutomorphismGroup(Graph()).permutations().order(), "1");
}

}  // namespace
}  // namespace isotypic::automorphism_group_test
