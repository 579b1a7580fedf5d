#include "isotypic/io/sparse6.hpp"

#include <gmock/gmock.h>

#include "isotypic/io/graph6.hpp"
#include "tests/support/error_text.hpp"

namespace isotypic::sparse6_test {
namespace {

using testing::HasSubstr;

std::string sparse6_refusal(std::string_view line, const ParseOptions& options = {}) {
  return error_text([&] { (void)parse_sparse6(line, options); });
}

TEST(Sparse6, ReadsTheExampleOfItsDefinition) {
  const Graph graph = make_graph(7, {{0, 1}, {0, 2}, {1, 2}, {5, 6}});
  EXPECT_EQ(parse_sparse6(":Fa@x^").graph, graph);
  EXPECT_EQ(parse_sparse6(">>sparse6<<:Fa@x^").graph, graph);
  EXPECT_EQ(format_sparse6(graph), ":Fa@x^");
}

// Left and right column by nauty's geng and copyg: all graphs of four nodes, whose padding is the
// difficult case, and a few more.
TEST(Sparse6, WritesTheSameBytesAsNauty) {
  const std::vector<std::pair<const char*, const char*>> same = {{"C?", ":C"},
                                                                 {"CC", ":Cw"},
                                                                 {"CE", ":CwN"},
                                                                 {"CF", ":CwI"},
                                                                 {"CQ", ":Con"},
                                                                 {"CU", ":Co`"},
                                                                 {"CT", ":Coa"},
                                                                 {"CV", ":Co`V"},
                                                                 {"C]", ":CoKN"},
                                                                 {"C^", ":CoKI"},
                                                                 {"C~", ":CcKI"},
                                                                 {"CR", ":Coi"},
                                                                 {"?", ":?"},
                                                                 {"@", ":@"},
                                                                 {"A_", ":An"},
                                                                 {"Bw", ":BcN"},
                                                                 {"IheA@GUAo", ":I`ES@obGkqegW~"}};
  for (const auto& [dense, sparse] : same) {
    EXPECT_EQ(format_sparse6(parse_graph6(dense)), sparse);
    EXPECT_EQ(parse_sparse6(sparse).graph, parse_graph6(dense)) << sparse;
  }
}

TEST(Sparse6, HoldsGraphsAtTheBordersOfTheSizeField) {
  for (const std::int64_t n : {62, 63, 258047, 258048}) {
    const auto last = static_cast<std::int32_t>(n - 1);
    const Graph graph = make_graph(n, {{0, last}, {1, 2}, {last - 1, last}});
    const std::string line = format_sparse6(graph);
    EXPECT_EQ(line.find_first_not_of('~', 1), n <= 62 ? 1U : n <= 258047 ? 2U : 3U) << n;
    EXPECT_EQ(parse_sparse6(line).graph, graph) << n;
  }
}

TEST(Sparse6, RefusesLoopsAndRepeatedEdgesUnlessSimplifying) {
  EXPECT_THAT(sparse6_refusal(":@^"), HasSubstr("self-loop at node 0"));
  const auto loop = parse_sparse6(":@^", {.simplify = true});
  EXPECT_EQ(loop.graph, make_graph(1, {}));
  EXPECT_EQ(loop.dropped, (Simplification{.self_loops = 1}));
  // Two nodes, the entries (1, 0), (0, 0), (0, 0): the edge 0 - 1 three times.
  EXPECT_THAT(sparse6_refusal(":A_"), HasSubstr("appears more than once"));
  const auto multiple = parse_sparse6(":A_", {.simplify = true});
  EXPECT_EQ(multiple.graph, make_graph(2, {{0, 1}}));
  EXPECT_EQ(multiple.dropped, (Simplification{.duplicate_edges = 2}));
}

TEST(Sparse6, HoldsNoMoreEntriesThanASimpleGraphHas) {
  // Three loops at node 0 to a byte.
  const std::string loops = ":A" + std::string(100'000, '?');
  EXPECT_THAT(sparse6_refusal(loops), HasSubstr("more entries than a simple graph"));
  const auto simplified = parse_sparse6(loops, {.simplify = true});
  EXPECT_EQ(simplified.graph, make_graph(2, {}));
  EXPECT_EQ(simplified.dropped, (Simplification{.self_loops = 300'000}));
  // The edge 0 - 1 first, then again and again: node 1 stays current.
  const auto repeated = parse_sparse6(":A_" + std::string(100'000, '?'), {.simplify = true});
  EXPECT_EQ(repeated.graph, make_graph(2, {{0, 1}}));
  EXPECT_EQ(repeated.dropped, (Simplification{.duplicate_edges = 300'002}));
}

TEST(Sparse6, NamesWhatIsWrong) {
  EXPECT_EQ(sparse6_refusal(""), "a sparse6 line begins with ':'");
  EXPECT_EQ(sparse6_refusal("Fa@x^"), "a sparse6 line begins with ':'");
  EXPECT_THAT(sparse6_refusal(":"), HasSubstr("the line is empty"));
  EXPECT_THAT(sparse6_refusal(":~"), HasSubstr("size field needs 4 bytes, it has 1"));
  EXPECT_EQ(sparse6_refusal(":Fa x^"), "byte 0x20 at column 4 is outside 63..126");
  EXPECT_EQ(sparse6_refusal(":Fa@x^~"), "an entry names node 7 of a graph with 7 nodes");
  EXPECT_THAT(sparse6_refusal(":~?@?~"),
              HasSubstr("the line ends within an entry: 6 bits are left"));
  EXPECT_THAT(sparse6_refusal(":?~"), HasSubstr("an entry names node 1 of a graph with 0 nodes"));
}

TEST(Sparse6, BelievesHugeSizesOnlyWithSupport) {
  EXPECT_THAT(sparse6_refusal(":~~~~~~~~"), HasSubstr("must be in 0..2147483646, not 68719476735"));
  EXPECT_THAT(sparse6_refusal(":~~@?????"),
              HasSubstr("declares 1073741824 nodes but has only 9 bytes"));
  EXPECT_THAT(sparse6_refusal(":~~??C??@"), HasSubstr("max_unbacked_nodes"));  // 2^20 + 1
  EXPECT_EQ(parse_sparse6(":~~??C??@", {.max_unbacked_nodes = 1 << 21}).graph.num_nodes(),
            (1 << 20) + 1);
  EXPECT_THAT(sparse6_refusal(":D", {.max_unbacked_nodes = 4}),
              HasSubstr("declares 5 nodes but has only 2 bytes"));
}

TEST(Sparse6, BelievesALargeConnectedGraphWithoutAnyAllowance) {
  std::vector<Edge> path;
  for (std::int32_t v = 1; v < 1000; ++v) path.push_back({v - 1, v});
  const Graph graph = make_graph(1000, path);
  EXPECT_EQ(parse_sparse6(format_sparse6(graph), {.max_unbacked_nodes = 0}).graph, graph);
}

}  // namespace
}  // namespace isotypic::sparse6_test
