#include "isotypic/report/finding_sentence.hpp"

#include <gtest/gtest.h>

namespace isotypic::report::finding_sentence_test {
namespace {

/// One sentence for each kind of name that an experiment gives.
TEST(FindingSentence, SaysWhatEveryKindOfFigureMeans) {
  struct Case {
    const char* name;
    double value;
    const char* sentence;
  };
  for (const Case& expected : {
           Case{
               "ZINC/GIN/isotypic/MAE", 0.59423,
               "On ZINC with GIN, the isotypic readout has a mean absolute error (MAE) of 0.5942."},
           Case{"GIN/isotypic/test accuracy", 1,
                "With GIN, the isotypic readout has a test accuracy of 1."},
           Case{"isotypic all blocks/all/average accuracy", 0.81,
                "The isotypic readout (all blocks) has an average accuracy of 0.81."},
           Case{"isotypic B=1/every fourth pair/average accuracy", 0.81,
                "On every fourth pair, the isotypic readout (1 block) has an average accuracy of "
                "0.81."},
           Case{"component_set/all/distinguished", 300,
                "The readout component_set distinguishes 300 pairs."},
           Case{"sum/separated", 0, "Sum pooling separates 0 pairs."},
           Case{"isotypic B=8/random", 0.9,
                "The smallest edit of a random graph moves the isotypic readout (8 blocks) by 0.9 "
                "of "
                "the distance to an unrelated graph."},
           Case{"BREC/per graph/median", 2.596e-05, "BREC, per graph: the median time is 26 µs."},
           Case{"some/thing", 3, "some: thing 3."},
           Case{"first second/separated", 3, "first second: separated 3."},
       }) {
    EXPECT_EQ(finding_sentence({.name = expected.name, .value = expected.value}),
              expected.sentence);
  }
}

TEST(ExperimentTitle, IsNoFileName) {
  EXPECT_EQ(experiment_title("separation-quick"), "Separation (quick run)");
  EXPECT_EQ(experiment_title("brec"), "BREC");
  EXPECT_EQ(experiment_title("train ogbg_molhiv, GIN"), "train ogbg_molhiv, GIN");
  EXPECT_EQ(experiment_title(""), "");
}

TEST(FindingSentence, ComparesWithThePaperAndWithSum) {
  Finding finding{.name = "sum/x", .value = 1, .paper = 2};
  EXPECT_EQ(finding_sentence(finding), "sum: x 1; the paper has 2.");
  finding.sum = 3;
  EXPECT_EQ(finding_sentence(finding), "sum: x 1; the paper has 2, sum pooling 3.");
  finding.paper.reset();
  EXPECT_EQ(finding_sentence(finding), "sum: x 1; sum pooling has 3.");
}

TEST(KeyText, HasTheTotalOrTheUnit) {
  EXPECT_EQ(key_text({.name = "GIN/isotypic/separated", .value = 34, .total = 36}), "34 of 36");
  EXPECT_EQ(key_text({.name = "ZINC/GIN/isotypic/MAE", .value = 0.59423}), "0.594");
  EXPECT_EQ(key_text({.name = "BREC/per graph/p99", .value = 0.0017}), "1.7 ms");
}

}  // namespace
}  // namespace isotypic::report::finding_sentence_test
