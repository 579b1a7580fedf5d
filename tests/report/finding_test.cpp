#include "isotypic/report/finding.hpp"

#include <gtest/gtest.h>

#include <cmath>

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
  EXPECT_EQ(finding->sentence, "GIN, isotypic B=8: separated 34. The paper has 33, sum pooling 0.");
}

TEST(Finding, PrefersTheWholeDataSetToItsParts) {
  Record record{.experiment = "brec"};
  for (const char* part : {"Basic", "first 260"}) {
    record.figures.set(std::string("isotypic B=8/") + part + "/distinguished", 55);
    record.paper.set(std::string("isotypic B=8/") + part + "/distinguished", 56);
  }
  EXPECT_EQ(finding_of(record)->name, "isotypic B=8/first 260/distinguished");
}

TEST(Finding, IsNeverADeviationIfThereIsAnythingElse) {
  Record record{.experiment = "zinc"};
  record.figures.set("ZINC/GIN/isotypic/MAE, deviation", 0.1);
  record.figures.set("ZINC/graphs without symmetry, share", 0.2);
  record.figures.set("test/MAE", 0.5);
  EXPECT_EQ(finding_of(record)->sentence, "test: MAE 0.5.");
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
