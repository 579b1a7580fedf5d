#include "isotypic/base/text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

namespace isotypic::text_test {
namespace {

TEST(Text, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width("abc"), 3);
  EXPECT_EQ(display_width("Möbius"), 6);
  EXPECT_EQ(display_width("o\xCC\x88"), 1);  // o and a combining diaeresis
  EXPECT_EQ(display_width("群論"), 4);
  EXPECT_EQ(cut_to_width("群論abc", 4), "群…");
  EXPECT_EQ(cut_to_width("abc", 3), "abc");
}

TEST(Text, KeepsTheEndOfAPath) {
  EXPECT_EQ(cut_front_to_width("data/set/graph.g6:12", 12), "…graph.g6:12");
  EXPECT_EQ(cut_front_to_width("graph.g6", 8), "graph.g6");
  EXPECT_EQ(cut_front_to_width("ab群論", 4), "…論");
  EXPECT_EQ(cut_front_to_width("aao\xCC\x88o", 2), "…o");
}

TEST(Text, WrapsBetweenWords) {
  EXPECT_EQ(wrap_words("one two three", 7, "  "), "one two\n  three");
  EXPECT_EQ(wrap_words("one two three", 13), "one two three");
  EXPECT_EQ(wrap_words("a bcdefghij k", 5, " "), "a\n bcd…\n k");
  EXPECT_EQ(wrap_words("  many   blanks ", 20), "many blanks");
  EXPECT_EQ(wrap_words("", 20), "");
}

TEST(Text, WrappedLinesFitWhateverTheWidth) {
  const std::string text = "Möbius 群論 supercalifragilistic (1 2 3)(4 5) x";
  for (std::int64_t width = 2; width < 60; ++width) {
    std::istringstream lines(wrap_words(text, width, " "));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), width);
  }
}

TEST(Text, NeverSteersTheTerminal) {
  EXPECT_EQ(printable("a\x1b[31m\nb\tc"), "a�[31m b c");
  EXPECT_EQ(printable("\xff\xc3"), "��");
  EXPECT_EQ(printable("\xc0\xaf\xed\xa0\x80"), "�����");  // overlong, surrogate
  EXPECT_EQ(printable("\xe2\x80\xae"), "�");              // right-to-left override
  EXPECT_EQ(printable("Möbius 群"), "Möbius 群");
}

TEST(Text, EscapesHtml) {
  EXPECT_EQ(escape_html("<a href=\"x\">'&"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;");
}

TEST(Text, WritesNumbersForPeople) {
  EXPECT_EQ(format_number(33.0), "33");
  EXPECT_EQ(format_number(0.123456), "0.1235");
  EXPECT_EQ(format_number(1e-7), "1e-07");
  EXPECT_EQ(format_number(std::nan("")), "–");
  EXPECT_EQ(exact_number(0.1), "0.1");
  EXPECT_EQ(format_duration(0.0421), "42.1 ms");
  EXPECT_EQ(format_duration(59.97), "1 min 0 s");
  EXPECT_EQ(format_duration(7800), "2 h 10 min");
}

}  // namespace
}  // namespace isotypic::text_test
