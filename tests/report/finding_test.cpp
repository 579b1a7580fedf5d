#include "isotypic/report/finding.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "isotypic/report/finding_sentence.hpp"

namespace isotypic::report::finding_test {
namespace {

TEST(Finding, IsTheIsotypicFigureThatThePaperHasToo) {
  Record record{.experiment = "separation"};
  record.figures.set("paper/pairs", 36);
  record.figures.set("GIN/sum/separated", 0);
  record.figures.set("GIN/isotypic B=8/separated", 34);
  record.figures.set("GIN/isotypic B=8/Basic/separated", 3);
  record.paper.set("GIN/sum/separated", 0);
  record.paper.set("GIN/isotypic B=8/separated", 33);
  const auto finding = finding_of(record);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->name, "GIN/isotypic B=8/separated");
  EXPECT_EQ(finding->value, 34);
  EXPECT_EQ(finding->paper, 33);
  EXPECT_EQ(finding->sum, 0);
  EXPECT_EQ(finding->total, 36);
  EXPECT_EQ(finding->sentence,
            "With GIN, the isotypic readout (8 blocks) separates 34 of 36 pairs; the paper has 33, "
            "sum pooling 0.");
  EXPECT_EQ(key_text(*finding), "34 of 36");
}

TEST(Finding, PrefersTheWholeDataSetToItsParts) {
  Record record{.experiment = "brec"};
  for (const char* part : {"Basic", "first 260"}) {
    record.figures.set(std::string("isotypic B=8/") + part + "/distinguished", 55);
    record.paper.set(std::string("isotypic B=8/") + part + "/distinguished", 56);
  }
  EXPECT_EQ(
      finding_of(record)->sentence,
      "The isotypic readout (8 blocks) distinguishes 55 of the first 260 pairs; the paper has "
      "56.");
}

TEST(Finding, IsNeverADeviationIfThereIsAnythingElse) {
  Record record{.experiment = "zinc"};
  record.figures.set("ZINC/GIN/isotypic/MAE, deviation", 0.1);
  record.figures.set("ZINC/graphs without symmetry, share", 0.2);
  record.figures.set("test/MAE", 0.5);
  EXPECT_EQ(finding_of(record)->sentence,
            "On the test data, the mean absolute error (MAE) is 0.5.");
}

TEST(Finding, OfALadderNamesTheFirstRungAndTheBest) {
  Record record{.experiment = "ladder"};
  const auto set = [&](const char* rung, double told_apart) {
    record.figures.set(std::string("suite/") + rung + "/told apart", told_apart);
    record.figures.set(std::string("suite/") + rung + "/seconds", 7);
  };
  set("1-wl", 0);
  set("components", 34);
  set("marks-1", 33);
  set("marks-2", 36);
  set("complete", 36);
  record.figures.set("suite/pairs", 36);
  EXPECT_EQ(finding_of(record)->sentence,
            "Of 36 pairs that 1-WL cannot tell apart, the components tell 34 apart, and two marks "
            "all 36.");
  EXPECT_EQ(key_text(*finding_of(record)), "34 of 36");
  set("1-wl", 1);
  set("components", 36);
  EXPECT_EQ(finding_of(record)->sentence,
            "Of 36 pairs, 1-WL tells 1 apart, and the components all 36.");
}

TEST(Finding, OfARecordWithoutFiguresIsNone) {
  Record record{.experiment = "e"};
  EXPECT_FALSE(finding_of(record));
  record.figures.set("x", std::nan(""));
  EXPECT_FALSE(finding_of(record));
  record.figures.set("y", 2);
  record.paper.set("y", std::nan(""));
  EXPECT_EQ(finding_of(record)->sentence, "y 2.");
}

}  // namespace
}  // namespace isotypic::report::finding_test
