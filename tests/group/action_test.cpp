// Against GAP: gap_answers_test.cpp. Here are laws and borders.
#include "isotypic/group/action.hpp"

#include <gtest/gtest.h>

#include "isotypic/graph/families.hpp"
#include "isotypic/symmetry/orbitals.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/sample_graphs.hpp"
#include "tests/support/zoo.hpp"

namespace isotypic::action_test {
namespace {

TEST(Action, RankIsTheNumberOfOrbitals) {
  for (const auto& [name, graph] : zoo::graphs()) {
    const AutomorphismGroup group(graph);
    EXPECT_EQ(rank(group), canonical_orbitals(group.symmetry()).count) << name;
  }
}

TEST(Action, BlocksAreMovedToBlocks) {
  for (const auto& [name, graph] : zoo::graphs()) {
    const AutomorphismGroup group(graph);
    if (!is_transitive(group) || graph.num_nodes() > 100) continue;
    const std::vector<BlockSystem> systems = minimal_block_systems(group);
    EXPECT_EQ(is_primitive(group), systems.empty()) << name;
    for (const BlockSystem& system : systems) {
      for (const SparsePermutation& g : group.symmetry().generators) {
        const Permutation p = to_dense(g, graph.num_nodes());
        std::vector<std::int32_t> image(graph.num_nodes(), -1);
        for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
          if (image[system[v]] < 0) image[system[v]] = system[p[v]];
          EXPECT_EQ(image[system[v]], system[p[v]]) << name;
        }
      }
    }
  }
}

TEST(Action, LargeTransitiveGraphsNeedNoTableOfPairs) {
  const AutomorphismGroup cycle(cycle_graph(100'000));
  EXPECT_EQ(rank(cycle), 50'001);
  EXPECT_EQ(transitivity(cycle), 1);
  EXPECT_NE(error_text([&] { (void)is_primitive(cycle); }).find("up to 30000"), std::string::npos);
  EXPECT_EQ(transitivity(AutomorphismGroup(samples::edgeless(50'000))), 50'000);
}

TEST(Action, TheSmallestGraphsHaveTheirPlace) {
  const AutomorphismGroup none((Graph()));
  EXPECT_TRUE(is_transitive(none));
  EXPECT_EQ(rank(none), 0);
  EXPECT_EQ(transitivity(none), 0);
  const AutomorphismGroup one(path_graph(1));
  EXPECT_EQ(rank(one), 1);
  EXPECT_EQ(transitivity(one), 1);
  EXPECT_TRUE(minimal_block_systems(one).empty());
  EXPECT_NE(error_text([] {
              (void)minimal_block_systems(AutomorphismGroup(path_graph(3)));
            }).find("only a transitive group"),
            std::string::npos);
}

}  // namespace
}  // namespace isotypic::action_test
