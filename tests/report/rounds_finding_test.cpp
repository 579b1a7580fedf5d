#include "isotypic/report/rounds_finding.hpp"

#include <gmock/gmock.h>

#include "tests/report/rounds_records.hpp"

namespace isotypic::report::rounds_finding_test {
namespace {

using testing::MatchesRegex;

std::string sentence_of(const ScoresOfReadouts& readouts, const std::string& metric = "accuracy") {
  return finding_of(record_of_rounds(readouts, metric)).value().sentence;
}

TEST(FindingOfRounds, NamesTheBestConfigurationTheFirstOneAndTheirTest) {
  const ScoresOfReadouts readouts = {{"sum", {0.6, 0.62}}, {"operators", {0.7, 0.71}}};
  EXPECT_THAT(sentence_of(readouts),
              MatchesRegex("Of 2 configurations, operators has the best test accuracy, 0.705; the "
                           "first one, sum, has 0.61 \\(p = 0.0[0-9]+\\)."));
  EXPECT_NEAR(finding_of(record_of_rounds(readouts))->value, 0.705, 1e-12);
}

TEST(FindingOfRounds, NamesTheNextOneIfTheFirstIsTheBest) {
  EXPECT_THAT(sentence_of({{"sum", {0.8, 0.9}}, {"mean", {0.6, 0.61}}, {"max", {0.7, 0.72}}}),
              MatchesRegex("Of 3 configurations, sum has the best test accuracy, 0.85; the next "
                           "one, max, has 0.71 .*"));
}

TEST(FindingOfRounds, SaysWhenNothingBeatsTheBaseline) {
  EXPECT_EQ(sentence_of({{"sum", {1.0, 1.1}}, {"mean", {1.2, 1.3}}}, "MAE"),
            "No configuration beats the baseline: the best one, sum, has a test MAE of 1.05, the "
            "majority class 0.5.");
  EXPECT_EQ(sentence_of({{"sum", {0.4, 0.3}}}),
            "GIN, sum does not beat the baseline: it has a test accuracy of 0.35, the majority "
            "class 0.5.");
}

TEST(FindingOfRounds, OfOneConfigurationIsItsScoreBesideTheBaseline) {
  EXPECT_EQ(sentence_of({{"sum", {0.3, 0.35}}}, "MAE"),
            "GIN, sum has a test MAE of 0.325; the majority class has 0.5.");
}

}  // namespace
}  // namespace isotypic::report::rounds_finding_test
