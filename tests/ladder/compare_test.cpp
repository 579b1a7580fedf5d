#include "isotypic/ladder/compare.hpp"

#include <gmock/gmock.h>

#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/graph/wl_hard.hpp"
#include "tests/support/error_text.hpp"

namespace isotypic::compare_test {
namespace {

TEST(CompareRungs, CallsRelabelledCopiesIsomorphic) {
  Random random(1);
  const Graph graph = shrikhande_graph();
  const RungComparison result = compare_rungs(graph, shuffled(graph, random));
  EXPECT_TRUE(result.isomorphic);
  EXPECT_FALSE(result.first.has_value());
}

TEST(CompareRungs, NameTheFirstRungAndWhatItSees) {
  const RungComparison sizes = compare_rungs(path_graph(5), cycle_graph(5));
  EXPECT_EQ(sizes.first, Rung::Wl1);
  EXPECT_EQ(sizes.by_what, "3 against 1 colours of nodes");
  EXPECT_EQ(compare_rungs(cycle_graph(4), cycle_graph(6)).by_what, "4 against 6 nodes");
  EXPECT_EQ(compare_rungs(cycle_graph(6), prism_graph(3)).by_what,
            "all nodes of a graph have one colour, with other neighbours in the other graph");

  const RungComparison regular = compare_rungs(disjoint_copies(cycle_graph(3), 2), cycle_graph(6));
  EXPECT_EQ(regular.first, Rung::Components);
  EXPECT_THAT(regular.by_what, testing::HasSubstr("components of dimension"));

  const RungComparison strong = compare_rungs(rook_graph(4, 4), shrikhande_graph());
  EXPECT_EQ(strong.first, Rung::Components);
}

TEST(CompareRungs, TheyAgreeUpToTwoFwlOnStronglyRegularGraphs) {
  GraphLadder rook(rook_graph(4, 4));
  GraphLadder shrikhande(shrikhande_graph());
  const auto told_apart = [&](Rung rung) {
    return difference(rook.at(rung), shrikhande.at(rung)).has_value();
  };
  EXPECT_FALSE(told_apart(Rung::Wl1));
  EXPECT_FALSE(told_apart(Rung::Fwl2));
  EXPECT_TRUE(told_apart(Rung::Fwl2Sizes));
  EXPECT_FALSE(told_apart(Rung::OneMark));
  EXPECT_TRUE(told_apart(Rung::TwoMarks));
  EXPECT_TRUE(told_apart(Rung::Complete));
  EXPECT_EQ(error_text([&] { (void)difference(rook.at(Rung::Wl1), rook.at(Rung::Fwl2)); }),
            "invariants of 1-wl and 2-fwl cannot be compared");
}

TEST(CompareRungs, SkipRungsThatMeetALimit) {
  LadderOptions options;
  options.max_representatives = 1;
  std::int64_t undecided = 0;
  for (const GraphPair& pair : extended_wl_hard_suite()) {
    const RungComparison result = compare_rungs(pair.first, pair.second, options);
    EXPECT_FALSE(result.isomorphic);
    EXPECT_EQ(result.first.has_value(), result.skipped.empty()) << pair.name;
    undecided += result.first ? 0 : 1;
  }
  EXPECT_GT(undecided, 0);
}

TEST(CompareRungs, StopAtTheLastRungAskedFor) {
  const RungComparison result =
      compare_rungs(disjoint_copies(cycle_graph(5), 2), cycle_graph(10), {}, Rung::Wl1);
  EXPECT_FALSE(result.isomorphic);
  EXPECT_EQ(result.first, std::nullopt);
}

}  // namespace
}  // namespace isotypic::compare_test
