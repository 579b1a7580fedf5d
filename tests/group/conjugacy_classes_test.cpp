// Against GAP: gap_answers_test.cpp. Here are laws and borders.
#include "isotypic/group/conjugacy_classes.hpp"

#include <gtest/gtest.h>

#include "isotypic/graph/families.hpp"
#include "isotypic/group/action.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/reference.hpp"

namespace isotypic::conjugacy_classes_test {
namespace {

TEST(ConjugacyClasses, TheCharacterCountsOrbitsAndRank) {
  for (const Graph& graph : reference::small_graphs()) {
    const AutomorphismGroup group(graph);
    std::int64_t order = 0;
    std::int64_t sum = 0;
    std::int64_t squares = 0;
    for (const ConjugacyClass& own : conjugacy_classes(group)) {
      EXPECT_TRUE(group.contains(own.representative));
      order += own.size;
      sum += own.size * own.fixed_points;
      squares += own.size * own.fixed_points * own.fixed_points;
    }
    EXPECT_EQ(std::to_string(order), group.order());
    EXPECT_EQ(sum, order * group.symmetry().num_orbits);
    EXPECT_EQ(squares, order * rank(group));
  }
}

TEST(ConjugacyClasses, OfAllPermutationsAreTheCycleTypes) {
  constexpr std::size_t partitions_of_eight = 22;
  EXPECT_EQ(conjugacy_classes(AutomorphismGroup(complete_graph(8))).size(), partitions_of_eight);
}

TEST(ConjugacyClasses, AreRefusedForLargeGroups) {
  const auto text = [](const Graph& graph) {
    return error_text([&] { (void)conjugacy_classes(AutomorphismGroup(graph)); });
  };
  EXPECT_NE(
      text(complete_graph(12)).find("has 479001600 elements; classes are found up to 1000000"),
      std::string::npos);
  EXPECT_NE(text(star_graph(5000)).find("far too many"), std::string::npos);
}

}  // namespace
}  // namespace isotypic::conjugacy_classes_test
