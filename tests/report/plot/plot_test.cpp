#include "isotypic/report/plot/plot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "isotypic/base/error.hpp"
#include "isotypic/report/plot/gnuplot.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::report::plot_test {
namespace {

Plot line_plot() {
  return {.title = "t",
          .x = {.label = "n", .log = true},
          .y = {.label = "s", .log = true},
          .series = {{.name = "a", .x = {1, 10, 100}, .y = {1e-6, 1e-3, 2}}}};
}

TEST(Plot, IsDrawnInEveryKindAndFormat) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  Plot plot = line_plot();
  plot.series[0].low = {0, 1e-4, 1};
  plot.series[0].high = {2e-6, 1e-2, 3};
  for (const PlotKind kind : {PlotKind::Lines, PlotKind::Scatter, PlotKind::Survival}) {
    plot.kind = kind;
    const std::string svg = render_svg(plot);
    EXPECT_TRUE(svg.starts_with("<svg ")) << svg.substr(0, 100);
    EXPECT_NE(svg.find("10⁻⁶"), std::string::npos);
    EXPECT_EQ(svg.find("rgb(1,2,3)"), std::string::npos);
    EXPECT_EQ(render_png(plot, Theme::Dark).substr(1, 3), "PNG");
  }
  const Plot bars{.title = "b",
                  .kind = PlotKind::Bars,
                  .series = {{.name = "x", .y = {1, NAN}}, {.name = "y", .y = {2, 3}}},
                  .categories = {"first", "second"}};
  EXPECT_NE(render_svg(bars).find("second"), std::string::npos);
  EXPECT_NE(render_png(bars, Theme::Light), render_png(bars, Theme::Dark));
}

TEST(Plot, IsTheSameEveryTime) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  EXPECT_EQ(render_svg(line_plot()), render_svg(line_plot()));
}

TEST(Plot, KeepsTheNamesInsideApartFromOtherPlots) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const std::string svg = render_svg(line_plot(), "p7");
  std::size_t names = 0;
  for (const std::string quote : {"'", "\""}) {
    for (std::size_t at = svg.find(" id=" + quote); at != std::string::npos;
         at = svg.find(" id=" + quote, at + 1)) {
      EXPECT_EQ(svg.substr(at + 5, 3), "p7-");
      ++names;
    }
  }
  EXPECT_GT(names, 5U);
}

TEST(Plot, NeverLetsTextReachAShellOrTheScript) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const TemporaryDirectory folder;
  const std::string target = (folder / "pwned").string();
  for (const std::string& text :
       {"`touch " + target + "`", "$(touch " + target + ")", "'; system('touch " + target + "') #",
        std::string("'"), "'.system(\"touch " + target + "\").'",
        "''\nsystem 'touch " + target + "'\n", "\\'; !touch " + target, std::string("@ink"),
        std::string("{/Bold x_1^2}"), std::string("\" . system(\"touch ") + target + "\") . \""}) {
    Plot plot = line_plot();
    plot.title = plot.x.label = plot.y.label = plot.series[0].name = text;
    EXPECT_TRUE(render_svg(plot).starts_with("<svg ")) << text;
    const Plot bars{.title = text,
                    .kind = PlotKind::Bars,
                    .series = {{.name = text, .y = {1}}},
                    .categories = {text}};
    EXPECT_TRUE(render_svg(bars).starts_with("<svg ")) << text;
    EXPECT_FALSE(std::filesystem::exists(target)) << text;
  }
}

TEST(Plot, EscapesMarkupInItsText) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  Plot plot = line_plot();
  plot.title = plot.series[0].name = "<script>alert(1)</script>";
  EXPECT_EQ(render_svg(plot).find("<script"), std::string::npos);
}

TEST(Plot, LeavesOutWhatALogAxisCannotShow) {
  Plot plot = line_plot();
  plot.series[0].y = {0, -1, 7};
  const std::string script = plot_script(plot, PlotFormat::Svg, Theme::Light);
  EXPECT_NE(script.find("EOD\n100 7\nEOD\n"), std::string::npos) << script;
}

TEST(Plot, OfSharesEndsAtZeroAndOneIfItsBandsFillHalfOfIt) {
  Plot plot{.series = {{.name = "a",
                        .x = {1, 2, 300},
                        .y = {0.4, 0.5, 0.8},
                        .low = {0.3, 0.4, 0.7},
                        .high = {0.5, 0.6, 0.9}}}};
  std::string script = plot_script(plot, PlotFormat::Svg, Theme::Light);
  EXPECT_NE(script.find("EOD\n1 0.4 0.3 0.5\n2 0.5 0.4 0.6\n300 0.8 0.7 0.9\nEOD\n"),
            std::string::npos)
      << script;
  EXPECT_NE(script.find("set yrange [0:1]\n"), std::string::npos) << script;
  EXPECT_NE(script.find("set xtics 50,50,"), std::string::npos) << script;
  plot.series[0].low[0] = 0.4;
  plot.series[0].high[2] = 0.8;
  script = plot_script(plot, PlotFormat::Svg, Theme::Light);
  EXPECT_EQ(script.find("set yrange [0:1]\n"), std::string::npos) << script;
}

TEST(Plot, DrawsALineForABarOfZeroAndNothingForAMissingOne) {
  const Plot bars{.kind = PlotKind::Bars,
                  .series = {{.name = "x", .y = {0, NAN, 5}}},
                  .categories = {"none", "unknown", "five"}};
  const std::string script = plot_script(bars, PlotFormat::Svg, Theme::Light);
  const std::string block = "EOD\n0 0 -0.23 0.23 0 0.05\n2 5 1.77 2.23 0 5\nEOD\n";
  EXPECT_NE(script.find(block), std::string::npos) << script;
}

TEST(Plot, TurnsCategoriesThatWouldTouch) {
  Plot bars{.kind = PlotKind::Bars, .series = {{.y = {1, 2, 3}}}, .categories = {"a", "b", "c"}};
  EXPECT_EQ(plot_script(bars, PlotFormat::Svg, Theme::Light).find("rotate"), std::string::npos);
  bars.categories[1] = std::string(30, 'b');
  EXPECT_NE(plot_script(bars, PlotFormat::Svg, Theme::Light).find("rotate"), std::string::npos);
}

/// The vertical places of the texts that are `text`.
std::set<double> heights_of(const std::string& svg, const std::string& text) {
  std::set<double> heights;
  for (std::size_t at = svg.find("<text>" + text); at != std::string::npos;
       at = svg.find("<text>" + text, at + 1)) {
    const std::size_t place = svg.rfind("translate(", at);
    heights.insert(std::stod(svg.substr(svg.find(',', place) + 1)));
  }
  return heights;
}

TEST(Plot, HasRoomForEveryRowOfItsLegend) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  for (const int length : {7, 12, 13, 18, 19, 30, 31, 60}) {
    Plot plot{.x = {.label = "n"}, .y = {.label = "s"}};
    const std::string name(length, 'n');
    for (int i = 0; i < 6; ++i) plot.series.push_back({.name = name, .x = {0, 1}, .y = {0, 77}});
    const std::string svg = render_svg(plot);
    const std::set<double> legend = heights_of(svg, name);
    const std::set<double> top_tick = heights_of(svg, " 80");
    ASSERT_FALSE(legend.empty());
    ASSERT_EQ(top_tick.size(), 1U) << svg;
    EXPECT_LT(*legend.rbegin() + 14, *top_tick.begin()) << length;
    EXPECT_GT(*legend.rbegin() + 60, *top_tick.begin()) << length;  // nor more than it needs
  }
}

TEST(Plot, BringsAGroundThatFitsItsInkInBothSchemes) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const std::string svg = render_svg(line_plot());
  const std::size_t dark = svg.find("@media (prefers-color-scheme:dark)");
  ASSERT_NE(dark, std::string::npos);
  EXPECT_LT(svg.find(std::string("{fill:") + ground_colour(Theme::Light)), dark);
  EXPECT_NE(svg.find(std::string("{fill:") + ground_colour(Theme::Dark), dark), std::string::npos);
  EXPECT_NE(svg.find("<rect class=\"ground\""), std::string::npos);
  EXPECT_NE(svg.find("[stroke=\"" + categorical_colour(0) +
                     "\"]{stroke:" + categorical_colour(0, Theme::Dark)),
            std::string::npos);
  EXPECT_NE(svg.find("stroke='" + categorical_colour(0) + "'"), std::string::npos);
}

TEST(Plot, SaysWhenThereIsNothingToDraw) {
  Plot plot = line_plot();
  plot.series[0].y = {0, -1, NAN};
  EXPECT_THROW((void)plot_script(plot, PlotFormat::Svg, Theme::Light), Error);
  plot.series.clear();
  EXPECT_THROW((void)plot_script(plot, PlotFormat::Svg, Theme::Light), Error);
  plot = line_plot();
  plot.series[0].y.pop_back();
  EXPECT_THROW((void)plot_script(plot, PlotFormat::Svg, Theme::Light), Error);
}

TEST(Gnuplot, ThatIsMissingIsAClearError) {
  const TemporaryDirectory folder;
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", folder.path().c_str(), 1);
  std::string complaint;
  try {
    (void)run_gnuplot("print 1\n");
  } catch (const Error& error) {
    complaint = error.what();
  }
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_NE(complaint.find("A plot needs gnuplot"), std::string::npos) << complaint;
}

TEST(Gnuplot, ReportsItsComplaint) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  EXPECT_EQ(error_text([] { (void)run_gnuplot("plot nonsense(\n"); }, ErrorKind::BadInput),
            "gnuplot: line 1: invalid expression ");
}

TEST(PlotScript, MarksThePointsOfALineUntilTheyWouldHideIt) {
  Plot plot{.title = "t", .series = {{.name = "s"}}};
  const auto add_points = [&](int count) {
    for (int i = 0; i < count; ++i) {
      plot.series[0].x.push_back(i);
      plot.series[0].y.push_back(i);
    }
  };
  add_points(50);
  EXPECT_NE(plot_script(plot, PlotFormat::Svg, Theme::Light).find("linespoints"),
            std::string::npos);
  add_points(1);
  EXPECT_EQ(plot_script(plot, PlotFormat::Svg, Theme::Light).find("linespoints"),
            std::string::npos);
}

}  // namespace
}  // namespace isotypic::report::plot_test
