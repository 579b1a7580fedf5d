#include "isotypic/graph/cfi.hpp"

#include <gtest/gtest.h>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/symmetry/symmetry.hpp"
#include "tests/support/laws.hpp"

namespace isotypic::cfi_test {
namespace {

constexpr CfiVariant variants[] = {CfiVariant::Full, CfiVariant::Contracted, CfiVariant::Compact};

Graph twisted(const Graph& base, CfiVariant variant, std::int64_t edge) {
  return cfi_graph(base, {.variant = variant, .twisted_edge = edge});
}

TEST(Cfi, GadgetsHaveTheirSizes) {
  const Graph base = complete_graph(4);  // 4 gadgets of 2^2 middle nodes, 6 edges
  EXPECT_EQ(cfi_graph(base, {.variant = CfiVariant::Full}).num_nodes(), 16 + 24);
  EXPECT_EQ(cfi_graph(base, {.variant = CfiVariant::Full}).num_edges(), 48 + 12);
  EXPECT_EQ(cfi_graph(base, {.variant = CfiVariant::Contracted}).num_nodes(), 16 + 12);
  EXPECT_EQ(cfi_graph(base, {.variant = CfiVariant::Contracted}).num_edges(), 48);
  EXPECT_EQ(cfi_graph(base, {.variant = CfiVariant::Compact}).num_nodes(), 16);
  EXPECT_EQ(cfi_graph(base, {.variant = CfiVariant::Compact}).num_edges(), 48);
}

TEST(Cfi, OverATriangleGivesCycles) {
  const Graph base = complete_graph(3);
  for (const auto& [variant, k] :
       {std::pair{CfiVariant::Full, 9}, {CfiVariant::Contracted, 6}, {CfiVariant::Compact, 3}}) {
    EXPECT_TRUE(
        are_isomorphic(cfi_graph(base, {.variant = variant}), disjoint_copies(cycle_graph(k), 2)));
    EXPECT_TRUE(are_isomorphic(twisted(base, variant, 0), cycle_graph(2 * k)));
  }
}

TEST(Cfi, CompactOverK4IsTheRookAndTheShrikhandeGraph) {
  const Graph base = complete_graph(4);
  EXPECT_TRUE(are_isomorphic(cfi_graph(base, {.variant = CfiVariant::Compact}), rook_graph(4, 4)));
  EXPECT_TRUE(are_isomorphic(twisted(base, CfiVariant::Compact, 0), shrikhande_graph()));
}

TEST(Cfi, ItDoesNotMatterWhichEdgeIsTwisted) {
  Random random(1);
  for (const Graph& base :
       {petersen_graph(), random_regular_graph(8, 3, random), grid_graph(3, 3)}) {
    for (const CfiVariant variant : variants) {
      const Graph first = twisted(base, variant, 0);
      for (std::int64_t edge = 1; edge < base.num_edges(); ++edge) {
        EXPECT_TRUE(are_isomorphic(first, twisted(base, variant, edge)));
      }
      EXPECT_FALSE(are_isomorphic(first, cfi_graph(base, {.variant = variant})));
    }
  }
}

TEST(Cfi, OverATreeColourRefinementSeesTheTwist) {
  // It takes cycles in the base to hide the twist.
  Random random(2);
  const Graph tree = random_tree(9, random);
  for (const CfiVariant variant : variants) {
    EXPECT_FALSE(
        equal_wl_colours(cfi_graph(tree, {.variant = variant}), twisted(tree, variant, 3)));
  }
}

TEST(Cfi, RefusesWhatItCannotBuild) {
  EXPECT_THROW((void)cfi_graph(complete_graph(4), {.twisted_edge = 6}), Error);
  EXPECT_THROW((void)cfi_graph(complete_graph(4), {.twisted_edge = -1}), Error);
  EXPECT_THROW((void)cfi_graph(Graph{}, {.twisted_edge = 0}), Error);
  EXPECT_THROW((void)cfi_graph(star_graph(40)), Error);
  EXPECT_THROW((void)cfi_graph(with_node_colours(path_graph(2), {0, 1})), Error);
  EXPECT_EQ(cfi_graph(Graph{}), Graph{});
}

}  // namespace
}  // namespace isotypic::cfi_test
