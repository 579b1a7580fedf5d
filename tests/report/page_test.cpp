#include "isotypic/report/page.hpp"

#include <gtest/gtest.h>

#include "isotypic/error.hpp"

namespace isotypic::report {
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
  EXPECT_EQ(count(page, "<script>"), 1U);  // its own
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
  EXPECT_NE(page.find("data-value=\"31\">31</td>"), std::string::npos);
  EXPECT_NE(page.find("data-value=\"-2\">-2</td>"), std::string::npos);
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
}  // namespace isotypic::report
