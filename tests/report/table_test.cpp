#include "isotypic/report/table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"

namespace isotypic::report::table_test {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

Table small_table() {
  Table table{.columns = {{"name"}, {"count"}, {"value"}}};
  table.add("a", std::int64_t{5}, 0.5);
  table.add("long, \"quoted\"", std::int64_t{12}, 10.25);
  table.add("–|_*", Cell(), std::nan(""));
  return table;
}

TEST(Table, RefusesARowOfTheWrongLength) {
  Table table{.columns = {{"a"}, {"b"}}};
  EXPECT_THROW(table.add("only one"), Error);
}

TEST(Table, AlignsColumnsInTheTerminal) {
  const auto lines = lines_of(render_terminal(small_table()));
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0], "name            count  value");
  EXPECT_EQ(lines[2], "a                   5   0.50");
  EXPECT_EQ(lines[3], "long, \"quoted\"     12  10.25");
  EXPECT_EQ(lines[4], "–|_*                –      –");
}

TEST(Table, FitsTheWidthAsLongAsNumbersAllow) {
  Table table{.columns = {{"a long name of a column"}}};
  for (int c = 0; c < 20; ++c) table.columns.push_back({"value " + std::to_string(c)});
  std::vector<Cell> row = {std::string(300, 'x')};
  for (int c = 0; c < 20; ++c) row.emplace_back(c + 0.5);
  table.add_row(row);
  for (const std::int64_t width : {30, 80, 200}) {
    const std::string text = render_terminal(table, width);
    for (const std::string& line : lines_of(text)) EXPECT_LE(display_width(line), width);
    for (int c = 0; c < 20; ++c) {
      EXPECT_NE(text.find("value " + std::to_string(c)), std::string::npos);
    }
  }
}

TEST(Table, DoesNotShowASmallNumberAsZero) {
  Table table{.columns = {{"x"}}};
  table.add(123.5);
  table.add(0.00012);
  EXPECT_EQ(lines_of(render_terminal(table))[3], "0.00012");
}

TEST(Table, EscapesMarkdown) {
  const auto lines = lines_of(render_markdown(small_table()));
  EXPECT_EQ(lines[1], "| --- | ---: | ---: |");
  EXPECT_EQ(lines[4], R"(| –\|\_\* | – | – |)");
}

TEST(Table, QuotesCsvAsInRfc4180) {
  Table table{.columns = {{"a,b"}, {"c"}}};
  table.add("say \"hi\"\nthere", 0.1);
  table.add(true, Cell());
  EXPECT_EQ(render_csv(table), "\"a,b\",c\n\"say \"\"hi\"\"\nthere\",0.1\ntrue,\n");
}

TEST(Table, GivesJsonOneObjectPerRow) {
  const Json json = table_to_json(small_table());
  EXPECT_EQ(json[0], (Json{{"name", "a"}, {"count", 5}, {"value", 0.5}}));
  EXPECT_TRUE(json[2]["count"].is_null());
}

TEST(ComparisonTable, SetsThePapersNumberBesideOurs) {
  Record record{.experiment = "e"};
  record.figures.set("both", 0.91);
  record.figures.set("ours only", 3);
  record.paper.set("paper only", 7);
  record.paper.set("both", 0.9);
  const Table table = comparison_table(record);
  const auto lines = lines_of(render_terminal(table));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(lines[4], "both          0.9  0.91       +0.01");
  EXPECT_EQ(lines[5], "ours only       –     3           –");
  EXPECT_EQ(lines[6], "paper only      7     –           –");
}

TEST(RowsTable, TakesItsColumnsFromAllRows) {
  Record record;
  record.rows = {{{"b", 1}}, {{"a", "x"}, {"b", 2}}};
  const Table table = rows_table(record);
  EXPECT_EQ(render_csv(table), "b,a\n1,\n2,x\n");
}

TEST(Table, SetsAColumnOfMissingNumbersAsNumbers) {
  Table table{.columns = {{"name"}, {"paper"}, {"note"}}};
  table.add(std::string("a"), std::monostate(), std::monostate());
  table.add(std::string("b"), std::monostate(), std::string("text"));
  EXPECT_EQ(format_cells(table).numeric, (std::vector<bool>{false, true, false}));
}

TEST(Table, OnAPageBreaksNamesBetweenTheirParts) {
  Table table{.columns = {{"graphs/s"}}};
  table.add(std::string("GIN/<sum>"));
  const std::string html = render_html(table);
  EXPECT_NE(html.find(">graphs/<wbr>s<"), std::string::npos);
  EXPECT_NE(html.find(">GIN/<wbr>&lt;sum&gt;<"), std::string::npos);
}

}  // namespace
}  // namespace isotypic::report::table_test
