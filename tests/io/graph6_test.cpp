#include "isotypic/io/graph6.hpp"

#include <gmock/gmock.h>

#include <chrono>

#include "tests/support/error_text.hpp"

namespace isotypic::graph6_test {
namespace {

using testing::HasSubstr;

std::string graph6_refusal(std::string_view line) {
  return error_text([&] { (void)parse_graph6(line); });
}

TEST(Graph6, ReadsKnownLines) {
  EXPECT_EQ(parse_graph6("?"), Graph());
  EXPECT_EQ(parse_graph6("@"), make_graph(1, {}));
  EXPECT_EQ(parse_graph6("Bw"), make_graph(3, {{0, 1}, {0, 2}, {1, 2}}));
  // The example of the format's definition.
  EXPECT_EQ(parse_graph6("DQc"), make_graph(5, {{0, 2}, {0, 4}, {1, 3}, {3, 4}}));
}

TEST(Graph6, WritesKnownLines) {
  EXPECT_EQ(format_graph6(Graph()), "?");
  EXPECT_EQ(format_graph6(make_graph(1, {})), "@");
  EXPECT_EQ(format_graph6(make_graph(3, {{0, 1}, {0, 2}, {1, 2}})), "Bw");
  EXPECT_EQ(format_graph6(make_graph(5, {{0, 2}, {0, 4}, {1, 3}, {3, 4}})), "DQc");
}

TEST(Graph6, AcceptsItsHeaderAndLongerSizeFields) {
  const Graph triangle = parse_graph6("Bw");
  EXPECT_EQ(parse_graph6(">>graph6<<Bw"), triangle);
  EXPECT_EQ(parse_graph6("~??Bw"), triangle);
  EXPECT_EQ(parse_graph6("~~?????Bw"), triangle);
}

TEST(Graph6, ChangesTheSizeFieldAfter62Nodes) {
  for (const std::int64_t n : {61, 62, 63, 64, 65}) {
    const auto last = static_cast<std::int32_t>(n - 1);
    const Graph graph = make_graph(n, {{0, 1}, {1, last}, {last - 1, last}});
    const std::string line = format_graph6(graph);
    EXPECT_EQ(line.substr(0, line.find('?')) == "~", n > 62) << n;
    EXPECT_EQ(parse_graph6(line), graph) << n;
  }
}

TEST(Graph6, NamesWhatIsWrong) {
  EXPECT_THAT(graph6_refusal(""), HasSubstr("empty"));
  EXPECT_EQ(graph6_refusal("D"),
            "the line is truncated: 5 nodes need 2 bytes after the size, it has 0");
  EXPECT_EQ(graph6_refusal("DQ"),
            "the line is truncated: 5 nodes need 2 bytes after the size, it has 1");
  EXPECT_EQ(graph6_refusal("DQcc"),
            "the line is too long: 5 nodes need 2 bytes after the size, it has 3");
  EXPECT_EQ(graph6_refusal("?w"),
            "the line is too long: 0 nodes need 0 bytes after the size, it has 1");
  EXPECT_EQ(graph6_refusal("D c"), "byte 0x20 at column 2 is outside 63..126");
  EXPECT_EQ(graph6_refusal(">>graph6<<DQ\x7f"), "byte 0x7f at column 13 is outside 63..126");
  EXPECT_EQ(graph6_refusal("DQ\xff"), "byte 0xff at column 3 is outside 63..126");
  EXPECT_EQ(graph6_refusal(std::string_view("D\0c", 3)),
            "byte 0x00 at column 2 is outside 63..126");
  EXPECT_EQ(graph6_refusal("\n"), "byte 0x0a at column 1 is outside 63..126");
  EXPECT_THAT(graph6_refusal("~"), HasSubstr("size field needs 4 bytes, it has 1"));
  EXPECT_THAT(graph6_refusal("~~??"), HasSubstr("size field needs 8 bytes, it has 4"));
  EXPECT_THAT(graph6_refusal(":Fa@x^"), HasSubstr("sparse6"));
}

TEST(Graph6, RefusesPaddingThatIsNotZero) {
  EXPECT_EQ(graph6_refusal("Bx"), "the last 3 bits of the line are padding and must be zero");
  EXPECT_EQ(graph6_refusal("B~"), "the last 3 bits of the line are padding and must be zero");
}

TEST(Graph6, RefusesHugeSizesAtOnce) {
  EXPECT_THAT(graph6_refusal("~~~~~~~~"), HasSubstr("must be in 0..2147483646, not 68719476735"));
  EXPECT_THAT(graph6_refusal("~~~~~~~~~~~~~~~~~~~~~~~~"), HasSubstr("must be in 0..2147483646"));
  EXPECT_THAT(graph6_refusal("~~?@????"), HasSubstr("truncated: 16777216 nodes need"));
  EXPECT_THAT(graph6_refusal("~}~~"), HasSubstr("truncated: 258047 nodes need 5548999681 bytes"));
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 100; ++i) (void)graph6_refusal("~~A?????");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

TEST(Graph6, TellsTheLengthOfALineFromItsBeginning) {
  EXPECT_EQ(declared_graph6_length("?"), 1);
  EXPECT_EQ(declared_graph6_length("DQ"), 3);
  EXPECT_EQ(declared_graph6_length(">>graph6<<DQ"), 13);
  EXPECT_EQ(declared_graph6_length("~??~"), 4 + 326);
}

}  // namespace
}  // namespace isotypic::graph6_test
