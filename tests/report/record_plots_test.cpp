#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/report/plot/plot.hpp"

namespace isotypic::report::record_plots_test {
namespace {

TEST(PlotOfRows, ShowsTheMedianOfRepeatedPointsInTheirRange) {
  const std::vector<Json> rows = {
      {{"n", 1}, {"s", 2}, {"who", "a"}},       {{"n", 1}, {"s", 40}, {"who", "a"}},
      {{"n", 1}, {"s", 3}, {"who", "a"}},       {{"n", 2}, {"s", 5}, {"who", "a"}},
      {{"n", 2}, {"s", nullptr}, {"who", "b"}}, {{"n", 2}, {"s", NAN}, {"who", "b"}},
      {{"n", 3}, {"s", true}, {"who", "b"}}};
  const Plot plot = plot_of_rows({.title = "t", .x = "n", .y = "s", .group = "who"}, rows);
  ASSERT_EQ(plot.series.size(), 2U);
  EXPECT_EQ(plot.series[0].y, (std::vector<double>{3, 5}));
  EXPECT_EQ(plot.series[0].low, (std::vector<double>{2, 5}));
  EXPECT_EQ(plot.series[0].high, (std::vector<double>{40, 5}));
  EXPECT_EQ(plot.series[1].x, (std::vector<double>{3}));
  EXPECT_TRUE(plot.series[1].low.empty());
}

TEST(PlotOfRows, GroupsBarsByCategory) {
  const std::vector<Json> rows = {{{"k", "p"}, {"v", 1}, {"g", 8}},
                                  {{"k", "q"}, {"v", 2}, {"g", 16}}};
  const Plot plot =
      plot_of_rows({.title = "t", .kind = PlotKind::Bars, .x = "k", .y = "v", .group = "g"}, rows);
  EXPECT_EQ(plot.categories, (std::vector<std::string>{"p", "q"}));
  ASSERT_EQ(plot.series.size(), 2U);
  EXPECT_EQ(plot.series[1].name, "16");
  EXPECT_TRUE(std::isnan(plot.series[1].y[0]));
}

TEST(PlotOfRows, NamesTheColumnThatIsMissingOrNotANumber) {
  const std::vector<Json> rows = {{{"n", 1}, {"s", "text"}}};
  EXPECT_THROW((void)plot_of_rows({.x = "n", .y = "s"}, rows), Error);
  EXPECT_THROW((void)plot_of_rows({.x = "m", .y = "n"}, rows), Error);
}

TEST(PlotsOfRecord, ShowFiguresBesideThePapersWhenNoneAreDeclared) {
  Record record{.experiment = "e"};
  record.figures.set("GIN/sum/separated", 0);
  record.figures.set("GIN/isotypic/separated", 30);
  record.figures.set("seconds", 2);
  record.paper.set("GIN/isotypic/separated", 33);
  const std::vector<Plot> plots = plots_of_record(record);
  ASSERT_EQ(plots.size(), 1U);
  EXPECT_EQ(plots[0].categories, (std::vector<std::string>{"GIN/sum", "GIN/isotypic"}));
  ASSERT_EQ(plots[0].series.size(), 2U);
  EXPECT_EQ(plots[0].series[0].y, (std::vector<double>{0, 30}));
  EXPECT_TRUE(std::isnan(plots[0].series[1].y[0]));
  record.paper = {};
  EXPECT_EQ(plots_of_record(record)[0].series[0].name, "");  // no legend of one entry
}

TEST(PlotsOfRecord, SetsWithTheSameFiguresStandSideBySide) {
  Record record{.experiment = "ladder"};
  for (const std::string set : {"suite", "extended"}) {
    record.figures.set(set + "/pairs", 40);
    for (const std::string rung : {"1-wl", "components"}) {
      record.figures.set(set + "/" + rung + "/told apart", rung == "1-wl" ? 0 : 30);
      record.figures.set(set + "/" + rung + "/family of " + set, 3);
      record.figures.set(set + "/" + rung + "/seconds", 3);
    }
  }
  const std::vector<Plot> plots = plots_of_record(record);
  ASSERT_EQ(plots.size(), 1U);
  EXPECT_EQ(plots[0].title, "Pairs told apart");
  EXPECT_EQ(plots[0].categories, (std::vector<std::string>{"1-wl", "components"}));
  ASSERT_EQ(plots[0].series.size(), 2U);
  EXPECT_EQ(plots[0].series[1].name, "extended (40 pairs)");
  EXPECT_EQ(plots[0].series[1].y, (std::vector<double>{0, 75}));
}

}  // namespace
}  // namespace isotypic::report::record_plots_test
