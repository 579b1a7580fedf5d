#include "isotypic/report/run_groups.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "isotypic/report/page.hpp"
#include "isotypic/report/statistics.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::report::run_groups_test {
namespace {

/// The record of a training as `isotypic train` would write it.
Record training(const std::string& grouping, std::int64_t fold, double score) {
  Record record{.experiment = "train SET, " + grouping + ", fold " + std::to_string(fold)};
  record.config = {{"dataset", "SET"},     {"encoder", "GIN"}, {"readout", "isotypic"},
                   {"grouping", grouping}, {"seed", 0},        {"folds", 3},
                   {"fold", fold}};
  record.figures.set("validation/accuracy", score + 0.1);
  record.figures.set("test/accuracy", score);
  record.figures.set("best epoch", 2);
  record.figures.set("epochs", 3);
  record.figures.set(overlap_figure, 1.0);
  for (int epoch = 1; epoch <= 3; ++epoch) {
    record.rows.push_back({{"epoch", epoch},
                           {"train_loss", 1.0 / epoch},
                           {"validation", score + (epoch == 2 ? 0.1 : 0.0)}});
  }
  record.plots = {{.title = "SET: validation accuracy", .x = "epoch", .y = "validation"},
                  {.title = "SET: training loss", .x = "epoch", .y = "train_loss"}};
  return record;
}

std::vector<Record> two_configurations() {
  return {training("channels", 0, 0.5),   training("components", 0, 0.7),
          training("channels", 1, 0.6),   training("components", 1, 0.65),
          training("components", 2, 0.9), training("channels", 2, 0.55)};
}

TEST(RunGroups, HoldTheRunsOfAConfigurationAndAreNamedByWhatDiffers) {
  const auto groups = group_runs(two_configurations());
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].name, "channels");
  EXPECT_EQ(groups[1].name, "components");
  EXPECT_EQ(groups[0].records, (std::vector<std::size_t>{0, 2, 5}));
}

TEST(RunGroups, OfOtherRecordsAreTheRecords) {
  std::vector<Record> records = {training("channels", 0, 0.5), {.experiment = "brec"}};
  const auto groups = group_runs(records);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].name, "GIN, isotypic");
  EXPECT_EQ(groups[1].name, "brec");
  EXPECT_TRUE(overlaid_curves(records).empty());
}

TEST(SummaryTable, GroupsByConfigurationAndTestsPairs) {
  const Table table = summary_table(two_configurations());
  std::vector<std::string> columns;
  for (const Column& column : table.columns) columns.push_back(column.name);
  EXPECT_EQ(columns,
            (std::vector<std::string>{"configuration", "runs", "test/accuracy", "deviation",
                                      "validation/accuracy", "best epoch", "epochs",
                                      "p against channels", "p against components"}));
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_NEAR(std::get<double>(table.rows[0][2]), 0.55, 1e-15);
  EXPECT_NEAR(std::get<double>(table.rows[0][3]), 0.05, 1e-15);
  const double p =
      paired_t_test(std::vector{0.7, 0.65, 0.9}, std::vector{0.5, 0.6, 0.55}, 1.0).p_value;
  EXPECT_EQ(table.rows[0][7], Cell());
  EXPECT_NEAR(std::get<double>(table.rows[0][8]), p, 1e-12);
  EXPECT_NEAR(std::get<double>(table.rows[1][7]), p, 1e-12);
}

TEST(SummaryTable, TestsNoRoundsOfDifferentSplits) {
  std::vector<Record> records = two_configurations();
  for (Record& record : records) {
    if (record.config.at("grouping") == "channels") record.config["folds"] = 4;
  }
  EXPECT_EQ(summary_table(records).columns.size(), 7U);  // without p
}

TEST(SummaryTable, LeavesOutScoresThatDoNotExist) {
  std::vector<Record> records = {training("channels", 0, 0.5),
                                 training("channels", 1, std::nan(""))};
  const Table table = summary_table(records);
  EXPECT_EQ(table.rows[0][1], Cell(std::int64_t{2}));
  EXPECT_EQ(table.rows[0][2], Cell(0.5));
  EXPECT_EQ(table.rows[0][3], Cell());
}

TEST(OverlaidCurves, MarkTheBestEpochOfEveryRun) {
  const auto plots = overlaid_curves(two_configurations());
  ASSERT_EQ(plots.size(), 2U);
  ASSERT_EQ(plots[0].series.size(), 2U);
  const std::vector<std::pair<double, double>> best = {{2, 0.6}, {2, 0.7}, {2, 0.65}};
  ASSERT_EQ(plots[0].series[0].marks.size(), 3U);
  for (std::size_t i = 0; i < best.size(); ++i) {
    EXPECT_EQ(plots[0].series[0].marks[i].first, best[i].first);
    EXPECT_NEAR(plots[0].series[0].marks[i].second, best[i].second, 1e-15);
  }
  EXPECT_TRUE(plots[1].series[0].marks.empty());  // the loss has no best epoch
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  EXPECT_NE(render_svg(plots[0]).find("<svg"), std::string::npos);
}

TEST(Page, OfTrainingsHasOneTableAndFoldsTheRunsAway) {
  const std::string page = render_page(two_configurations());
  EXPECT_LT(page.find("p against components"), page.find("<details class=\"run\">"));
  std::size_t runs = 0;
  for (std::size_t at = 0; (at = page.find("<details class=\"run\">", at)) != std::string::npos;
       ++at) {
    ++runs;
  }
  EXPECT_EQ(runs, 6U);
}

}  // namespace
}  // namespace isotypic::report::run_groups_test
