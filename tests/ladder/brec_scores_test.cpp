// What every rung tells apart on BREC and on the WL-hard suites, pair by pair.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <vector>

#include "isotypic/data/brec.hpp"
#include "isotypic/graph/wl_hard.hpp"
#include "isotypic/ladder/compare.hpp"
#include "tests/support/data_directory.hpp"

namespace isotypic::brec_scores_test {
namespace {

/// Pairs told apart by each rung alone.
std::map<Rung, std::int64_t> scores(const std::vector<GraphPair>& pairs, Rung last) {
  std::map<Rung, std::int64_t> told_apart;
  for (const GraphPair& pair : pairs) {
    GraphLadder first(pair.first);
    GraphLadder second(pair.second);
    for (const Rung rung : all_rungs) {
      if (rung > last) break;
      told_apart[rung] += difference(first.at(rung), second.at(rung)) ? 1 : 0;
    }
  }
  return told_apart;
}

TEST(LadderScores, OfTheSuiteAreFullFromTwoMarksOn) {
  const auto told_apart = scores(wl_hard_suite(), Rung::Complete);
  const std::map<Rung, std::int64_t> expected = {
      {Rung::Wl1, 0},       {Rung::Components, 34}, {Rung::Spectrum, 35},
      {Rung::Fwl2, 33},     {Rung::Fwl2Sizes, 35},  {Rung::OneMark, 33},
      {Rung::TwoMarks, 36}, {Rung::ThreeMarks, 36}, {Rung::Complete, 36}};
  EXPECT_EQ(told_apart, expected);
}

TEST(LadderScores, OfTheExtendedSuiteAreFullWithThreeMarks) {
  const auto told_apart = scores(extended_wl_hard_suite(), Rung::Complete);
  const std::map<Rung, std::int64_t> expected = {
      {Rung::Wl1, 0},       {Rung::Components, 28}, {Rung::Spectrum, 33},
      {Rung::Fwl2, 27},     {Rung::Fwl2Sizes, 33},  {Rung::OneMark, 27},
      {Rung::TwoMarks, 32}, {Rung::ThreeMarks, 38}, {Rung::Complete, 38}};
  EXPECT_EQ(told_apart, expected);
}

/// All rungs take a while; ISOTYPIC_LONG_TESTS asks for them.
TEST(LadderScores, OfBrecAreThoseOfTheRecord) {
  const std::string directory = data_directory("brec");
  if (!std::filesystem::exists(directory)) GTEST_SKIP() << "no BREC in " << directory;
  std::vector<GraphPair> pairs;
  for (BrecPair& pair : read_brec(directory)) {
    pairs.push_back({"", "", std::move(pair.first), std::move(pair.second)});
  }
  const bool all = std::getenv("ISOTYPIC_LONG_TESTS") != nullptr;
  const auto told_apart = scores(pairs, all ? Rung::Complete : Rung::TwoMarks);
  std::map<Rung, std::int64_t> expected = {
      {Rung::Wl1, 0},         {Rung::Components, 197}, {Rung::Spectrum, 303}, {Rung::Fwl2, 270},
      {Rung::Fwl2Sizes, 355}, {Rung::OneMark, 251},    {Rung::TwoMarks, 378}};
  if (all) {
    expected[Rung::ThreeMarks] = 398;
    expected[Rung::Complete] = 400;
  }
  EXPECT_EQ(told_apart, expected);
}

}  // namespace
}  // namespace isotypic::brec_scores_test
