#include "isotypic/report/rounds.hpp"

#include <gmock/gmock.h>

#include "isotypic/report/page.hpp"
#include "isotypic/report/run_groups.hpp"
#include "isotypic/report/statistics.hpp"
#include "tests/report/rounds_records.hpp"

namespace isotypic::report::rounds_test {
namespace {

using testing::HasSubstr;

const std::vector<double> of_sum = {0.5, 0.6, 0.55}, of_operators = {0.7, 0.65, 0.9};

std::vector<Record> two_folders() {
  return {record_of_rounds({{"sum", of_sum}}), record_of_rounds({{"operators", of_operators}})};
}

TEST(Rounds, UnfoldToWhatTheTrainingsAloneWouldRecord) {
  const std::vector<Record> runs = unfold_rounds(two_folders());
  ASSERT_EQ(runs.size(), 6U);
  EXPECT_TRUE(std::ranges::all_of(runs, is_training));
  const Record& last = runs.back();
  EXPECT_EQ(last.config, (Json{{"dataset", "SET"},
                               {"encoder", "GIN"},
                               {"readout", "operators"},
                               {"seed", 2},
                               {"folds", 0},
                               {"fold", 0}}));
  EXPECT_EQ(last.figures.find("test/accuracy"), 0.9);
  EXPECT_EQ(last.figures.find("validation/accuracy"), 0.9 + 0.1);
  EXPECT_EQ(last.figures.find("best epoch"), 2.0);
  EXPECT_EQ(last.figures.find("epochs"), 2.0);
  ASSERT_EQ(last.rows.size(), 2U);
  EXPECT_EQ(last.rows[0], (Json{{"epoch", 1}, {"train_loss", 1.0}, {"validation", 0.9}}));
}

TEST(Rounds, OfSeveralFoldersAreComparedInPairs) {
  const Table table = summary_table(unfold_rounds(two_folders()));
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0][0], Cell("sum"));
  EXPECT_EQ(table.rows[1][0], Cell("operators"));
  EXPECT_EQ(table.rows[1][1], Cell(std::int64_t{3}));
  EXPECT_NEAR(std::get<double>(table.rows[1][2]), 0.75, 1e-15);
  EXPECT_EQ(table.columns.back().name, "p against operators");
  EXPECT_NEAR(std::get<double>(table.rows[0].back()), paired_t_test(of_operators, of_sum).p_value,
              1e-12);
}

TEST(Rounds, OfOneRecordAreOneLineForEachConfiguration) {
  const std::vector<Record> folder = {
      record_of_rounds({{"sum", of_sum}, {"operators", of_operators}})};
  const Table table = summary_table(unfold_rounds(folder));
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0][1], Cell(std::int64_t{3}));
  EXPECT_LE(table.columns.size(), 9U);
}

TEST(Rounds, StayFoldedWhereTheRecordIsAnother) {
  std::vector<Record> records = {{.experiment = "brec"}, two_folders().front()};
  records[1].config["seeds"] = 1'000'000'000'000;  // more than it has
  const std::vector<Record> same = unfold_rounds(records);
  ASSERT_EQ(same.size(), 2U);
  EXPECT_EQ(same[1].experiment, "train SET, 3 seeds");
}

TEST(Page, OfSeveralFoldersOfSeedsComparesThem) {
  const std::string page = render_page(two_folders());
  EXPECT_THAT(page, HasSubstr("<h1>6 trainings</h1>"));
  EXPECT_LT(page.find("p against operators"), page.find("<details class=\"run\">"));
  EXPECT_THAT(page, HasSubstr("<summary>train SET, 3 seeds: GIN, operators</summary>"));
  EXPECT_EQ(overlaid_curves(unfold_rounds(two_folders())).size(), 1U);
}

}  // namespace
}  // namespace isotypic::report::rounds_test
