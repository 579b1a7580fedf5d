#include "isotypic/graph/wl_hard.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/symmetry/symmetry.hpp"
#include "tests/support/laws.hpp"

namespace isotypic::wl_hard_test {
namespace {

std::vector<GraphPair> both_suites() {
  std::vector<GraphPair> all = wl_hard_suite();
  for (GraphPair& pair : extended_wl_hard_suite()) all.push_back(std::move(pair));
  return all;
}

TEST(WlHard, TheCheckSeesDifferentColours) {
  EXPECT_FALSE(equal_wl_colours(path_graph(4), star_graph(3)));
  EXPECT_FALSE(equal_wl_colours(cycle_graph(6), path_graph(6)));
  EXPECT_FALSE(equal_wl_colours(cycle_graph(6), cycle_graph(7)));
}

TEST(WlHard, EveryPairHasEqualColoursAndIsNotIsomorphic) {
  for (const GraphPair& pair : both_suites()) {
    EXPECT_TRUE(equal_wl_colours(pair.first, pair.second)) << pair.name;
    EXPECT_FALSE(are_isomorphic(pair.first, pair.second)) << pair.name;
  }
}

TEST(WlHard, ThePaperSuiteHas36InstancesInItsFamilies) {
  std::map<std::string, int> count;
  for (const GraphPair& pair : wl_hard_suite()) ++count[pair.family];
  EXPECT_EQ(
      count,
      (std::map<std::string, int>{
          {"cycles", 24}, {"cfi-k3", 3}, {"cfi-k4", 3}, {"ribbons", 3}, {"godsil-mckay", 3}}));
}

TEST(WlHard, NamesAreUnique) {
  std::set<std::string> names;
  for (const GraphPair& pair : both_suites()) EXPECT_TRUE(names.insert(pair.name).second);
}

TEST(WlHard, InstancesAreDistinctButForThePresentationsOfCycles) {
  // Cycles come three times; compact CFI over K_3 is 2C_3 / C_6 and so on, and compact CFI over
  // K_4 is the rook's graph against the Shrikhande graph: the same pair by two constructions.
  std::map<std::pair<Hash128, Hash128>, int> count;
  for (const GraphPair& pair : both_suites()) {
    if (pair.family == "cfi-k3" || pair.family == "cfi-k4") continue;
    ++count[{compute_symmetry(pair.first).hash, compute_symmetry(pair.second).hash}];
  }
  int presentations = 0;
  for (const auto& [hashes, times] : count) {
    EXPECT_TRUE(times == 1 || times == 3);
    presentations += times == 3 ? 1 : 0;
  }
  EXPECT_EQ(presentations, 8);
}

TEST(WlHard, PresentationsAreRelabelledCopiesOfTheCycles) {
  const std::vector<GraphPair> suite = wl_hard_suite();
  for (std::size_t i = 0; i < 24; i += 3) {
    const auto k = static_cast<std::int64_t>(3 + i / 3);
    for (std::size_t j = i; j < i + 3; ++j) {
      EXPECT_TRUE(are_isomorphic(suite[j].first, disjoint_copies(cycle_graph(k), 2)));
      EXPECT_TRUE(are_isomorphic(suite[j].second, cycle_graph(2 * k)));
    }
    EXPECT_NE(suite[i].second, suite[i + 1].second);
    EXPECT_NE(suite[i + 1].second, suite[i + 2].second);
  }
}

TEST(WlHard, SuitesAreTheSameEveryTime) {
  const auto first = both_suites();
  const auto second = both_suites();
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].first, second[i].first);
    EXPECT_EQ(first[i].second, second[i].second);
  }
}

}  // namespace
}  // namespace isotypic::wl_hard_test
