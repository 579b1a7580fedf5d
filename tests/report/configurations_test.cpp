#include "isotypic/report/configurations.hpp"

#include <gtest/gtest.h>

#include "isotypic/report/table.hpp"

namespace isotypic::report::configurations_test {
namespace {

ConfigurationScores scored(const std::string& name, const std::vector<double>& values,
                           double overlap = 0.0) {
  ConfigurationScores scores{.name = name, .overlap = overlap};
  for (std::size_t i = 0; i < values.size(); ++i) {
    scores.scores["fold " + std::to_string(i)] = values[i];
  }
  return scores;
}

const std::vector<double> first = {0.80, 0.75, 0.82, 0.78, 0.81};
const std::vector<double> second = {0.84, 0.77, 0.83, 0.82, 0.80};
const std::vector<double> third = {0.70, 0.72, 0.75, 0.71, 0.69};

TEST(ConfigurationTable, AgreesWithAComputationByHand) {
  const double overlap = 1.0 / 3.0;
  const std::vector<ConfigurationScores> configurations = {
      scored("a", first, overlap), scored("b", second, overlap), scored("c", third, overlap)};
  const Table table =
      configuration_table("test accuracy", scored("majority class", {0.5, 0.5}), configurations);
  std::vector<std::string> columns;
  for (const Column& column : table.columns) columns.push_back(column.name);
  EXPECT_EQ(columns, (std::vector<std::string>{"configuration", "rounds", "test accuracy",
                                               "deviation", "difference", "p", "p (Holm)"}));
  ASSERT_EQ(table.rows.size(), 4U);
  const auto number = [&](std::size_t row, std::size_t column) {
    return std::get<double>(table.rows[row][column]);
  };
  EXPECT_EQ(std::get<std::string>(table.rows[0][0]), "majority class");
  EXPECT_EQ(number(0, 2), 0.5);
  EXPECT_NEAR(number(1, 2), 0.792, 1e-15);
  EXPECT_NEAR(number(1, 3), 0.027748873851023214, 1e-15);
  EXPECT_EQ(table.rows[1][5], Cell());  // nothing is tested against itself
  EXPECT_NEAR(number(2, 2), 0.812, 1e-15);
  EXPECT_NEAR(number(2, 4), 0.02, 1e-15);
  EXPECT_NEAR(number(2, 5), 0.26626462796630984, 1e-12);  // SciPy, see statistics_test
  EXPECT_NEAR(number(3, 5), 0.035440953196306975, 1e-12);
  EXPECT_NEAR(number(3, 6), 2 * 0.035440953196306975, 1e-12);
  EXPECT_NEAR(number(2, 6), 0.26626462796630984, 1e-12);
}

TEST(TestConfigurations, OfAllPairsUseTheRoundsInCommon) {
  ConfigurationScores shorter = scored("c", third);
  shorter.scores.erase("fold 4");
  shorter.scores["fold 9"] = 0.0;
  const std::vector<ConfigurationScores> configurations = {scored("a", first), scored("b", second),
                                                           shorter, scored("alone", {0.1})};
  const auto tests = test_configurations(configurations, TestedPairs::All);
  ASSERT_EQ(tests.size(), 3U);
  EXPECT_NEAR(tests[0].p_value, 0.1027004274955118, 1e-12);
  EXPECT_NEAR(tests[1].difference, (0.70 + 0.72 + 0.75 + 0.71 - 0.80 - 0.75 - 0.82 - 0.78) / 4,
              1e-12);
  EXPECT_EQ(tests[2].first, 1U);
  EXPECT_EQ(tests[2].second, 2U);
  EXPECT_EQ(test_configurations(configurations, TestedPairs::AgainstFirst).size(), 2U);
}

TEST(NamesOfConfigurations, SayWhatDiffersAndNothingElse) {
  const Json base = {{"encoder", "GIN"}, {"readout", "sum"}, {"hidden", 64}, {"lr", 0.01}};
  EXPECT_EQ(names_of_configurations(std::vector{base}), std::vector<std::string>{"GIN, sum"});
  Json other = base;
  other["readout"] = "isotypic";
  other["grouping"] = "components";
  EXPECT_EQ(names_of_configurations(std::vector{base, other}),
            (std::vector<std::string>{"sum, grouping default", "isotypic, components"}));
  Json wide = base;
  wide["hidden"] = 128;
  wide["lr"] = 0.001;
  EXPECT_EQ(names_of_configurations(std::vector{base, wide}),
            (std::vector<std::string>{"hidden 64, lr 0.01", "hidden 128, lr 0.001"}));
}

}  // namespace
}  // namespace isotypic::report::configurations_test
