#include "isotypic/report/page.hpp"

#include <gtest/gtest.h>

#include "isotypic/base/error.hpp"
#include "isotypic/report/page_assets.hpp"
#include "isotypic/report/plot/palette.hpp"
#include "isotypic/report/plot/plot.hpp"

namespace isotypic::report::page_test {
namespace {

Record record_of_hostile_text() {
  const std::string evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'";
  Record record = begin_record(evil, {{evil, evil}}, {evil});
  record.rows = {{{evil, evil}}, {{evil, 1}}};
  record.figures.set(evil, 1);
  record.figures.set("a/" + evil, 1);
  record.figures.set("b/" + evil, 2);
  record.paper.set(evil, 2);
  record.graphs = {{.title = evil, .caption = evil, .graph = make_graph(2, {{0, 1}})}};
  return record;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

TEST(Page, EscapesTextEverywhere) {
  const std::string page = render_page({record_of_hostile_text()});
  EXPECT_EQ(count(page, "<script"), 0U);
  EXPECT_EQ(count(page, "<img"), 0U);
  EXPECT_GT(count(page, "&lt;script&gt;"), 5U);
}

TEST(Page, LoadsNothing) {
  const std::string page = render_page({record_of_hostile_text()});
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(count(page, "src=\""), 0U);
  EXPECT_EQ(count(page, "url(http"), 0U);
  EXPECT_EQ(count(page, "@import"), 0U);
}

TEST(Page, ShowsTheCommandAndBothNumbers) {
  Record record{.experiment = "separation", .command = "isotypic reproduce separation"};
  record.figures.set("GIN/separated", 31);
  record.paper.set("GIN/separated", 33);
  const std::string page = render_page({record}, {.title = "Results"});
  EXPECT_NE(page.find("<title>Results</title>"), std::string::npos);
  EXPECT_NE(page.find("<code>isotypic reproduce separation</code>"), std::string::npos);
  EXPECT_NE(page.find(">31</td>"), std::string::npos);
  EXPECT_NE(page.find(">-2</td>"), std::string::npos);
}

TEST(Page, BeginsWithItsTitleOnceTheFindingAndItsNumber) {
  Record record{.experiment = "separation", .command = "isotypic reproduce separation"};
  record.figures.set("GIN/isotypic/separated", 31);
  record.paper.set("GIN/isotypic/separated", 33);
  const std::string page = render_page({record});
  EXPECT_EQ(count(page, ">Separation<"), 2U);  // <title> and <h1>
  EXPECT_EQ(count(page, "<h2>"), 0U);
  const std::size_t title = page.find("<h1>"), sentence = page.find("class=\"finding\""),
                    number = page.find("<strong>31</strong>"), table = page.find("<table>");
  EXPECT_LT(title, sentence);
  EXPECT_LT(sentence, number);
  EXPECT_LT(number, table);
  EXPECT_NE(table, std::string::npos);
}

TEST(Page, ShowsPicturesBeforeTablesAndFoldsLongOnes) {
  Record record{.experiment = "e"};
  record.graphs = {{.title = "edge", .graph = make_graph(2, {{0, 1}})}};
  Table table{.title = "many", .columns = {{"a"}}};
  for (std::int64_t i = 0; i < 16; ++i) table.add(i);
  record.tables = {table};
  const std::string page = render_page({record});
  EXPECT_LT(page.find("<svg"), page.find("<table>"));
  EXPECT_NE(page.find("<details><summary>many <span class=\"note\">(16 rows)</span></summary>"),
            std::string::npos);
  record.tables[0].rows.pop_back();
  EXPECT_NE(render_page({record}).find("<h3>many</h3>"), std::string::npos);
}

TEST(Page, HasNoTwoColumnsOfOneName) {
  Record record{.experiment = "e"};
  Table table{.title = "t", .columns = {{"ours"}, {"ours "}, {" ours"}, {"paper"}}};
  table.add(1.0, 2.0, 3.0, 4.0);
  record.tables = {table};
  const std::string page = render_page({record});
  for (const char* name : {">ours</th>", ">ours (2)</th>", ">ours (3)</th>", ">paper</th>"}) {
    EXPECT_EQ(count(page, name), 1U) << name;
  }
}

TEST(Page, DrawsEveryPlotForDesksAndForTelephones) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  Record record{.experiment = "e"};
  record.plots = {{.title = "t", .x = "n", .y = "s"}};
  record.rows = {{{"n", 1}, {"s", 2}}, {{"n", 2}, {"s", 3}}};
  const std::string page = render_page({record});
  EXPECT_EQ(count(page, "<div class=\"wide\"><svg class=\"isotypic-plot\" width=\"720\""), 1U);
  EXPECT_EQ(count(page, "<div class=\"narrow\"><svg class=\"isotypic-plot\" width=\"400\""), 1U);
}

TEST(Page, TellsRunsOfTheSameExperimentApart) {
  const std::string page = render_page({{.experiment = "brec", .started = "2026-01-01T00:00:00Z"},
                                        {.experiment = "brec", .started = "2026-01-02T00:00:00Z"},
                                        {.experiment = "brec", .started = "2026-01-02T00:00:00Z"},
                                        {.experiment = "zinc", .started = "2026-01-01T00:00:00Z"}});
  EXPECT_EQ(count(page, ">BREC, 2026-01-01T00:00:00Z<"), 2U);  // link and heading
  EXPECT_EQ(count(page, ">BREC, 2026-01-02T00:00:00Z, number 2<"), 2U);
  EXPECT_EQ(count(page, ">BREC, 2026-01-02T00:00:00Z, number 3<"), 2U);
  EXPECT_EQ(count(page, ">ZINC<"), 2U);
  EXPECT_NE(page.find("<h1>BREC, ZINC</h1>"), std::string::npos);
}

TEST(Page, OfManyExperimentsCountsThemInItsTitle) {
  std::vector<Record> records = {
      {.experiment = "a"}, {.experiment = "b"}, {.experiment = "c"}, {.experiment = "d"}};
  EXPECT_NE(render_page(records).find("<h1>4 experiments</h1>"), std::string::npos);
  records.push_back(records[0]);
  EXPECT_NE(render_page(records).find("<h1>4 experiments, 5 runs</h1>"), std::string::npos);
}

TEST(Page, HasTheGroundAndInkOfItsPictures) {
  const std::string style = page_style;
  for (const Theme theme : {Theme::Light, Theme::Dark}) {
    EXPECT_NE(style.find(std::string("--ground: ") + ground_colour(theme)), std::string::npos);
    EXPECT_NE(style.find(std::string("--ink: ") + ink_colour(theme)), std::string::npos);
  }
}

TEST(Page, SaysWhenRowsAreCut) {
  Record record{.experiment = "e"};
  for (int i = 0; i < 10; ++i) record.rows.push_back({{"i", i}});
  const std::string page = render_page({record}, {.max_rows = 4});
  EXPECT_NE(page.find("10 rows"), std::string::npos);
  EXPECT_NE(page.find("The first 4"), std::string::npos);
  EXPECT_EQ(count(page, "<tr><td"), 4U);
}

TEST(Page, SaysWhyAPlotOrGraphIsMissing) {
  Record record{.experiment = "e"};
  record.plots = {{.title = "t", .x = "n", .y = "s"}};
  record.rows = {{{"n", 1}}};
  record.graphs = {{.title = "large", .graph = make_graph(5000, {})}};
  const std::string page = render_page({record});
  EXPECT_NE(page.find("no column &quot;s&quot;"), std::string::npos);
  EXPECT_NE(page.find("too large to draw"), std::string::npos);
}

TEST(Page, NeedsARecord) { EXPECT_THROW((void)render_page({}), Error); }

}  // namespace
}  // namespace isotypic::report::page_test
