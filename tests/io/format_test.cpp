#include "isotypic/io/format.hpp"

#include <gmock/gmock.h>

#include "tests/support/error_text.hpp"

namespace isotypic::format_test {
namespace {

using testing::HasSubstr;

TEST(GraphFormat, NamesAreReadBack) {
  for (const GraphFormat format : {GraphFormat::Detect, GraphFormat::Graph6, GraphFormat::Sparse6,
                                   GraphFormat::Dimacs, GraphFormat::EdgeList}) {
    EXPECT_EQ(format_from_name(format_name(format)), format);
  }
  EXPECT_THAT(error_text([] { (void)format_from_name("png"); }), HasSubstr("'png'"));
}

TEST(GraphFormat, IsKnownByItsUsualSuffix) {
  EXPECT_EQ(format_from_name("g6"), GraphFormat::Graph6);
  EXPECT_EQ(format_from_name("s6"), GraphFormat::Sparse6);
  EXPECT_EQ(format_from_name("col"), GraphFormat::Dimacs);
  EXPECT_EQ(format_from_name("txt"), GraphFormat::EdgeList);
}

TEST(GraphFormat, IsDetectedByTheFirstLine) {
  EXPECT_EQ(detect_format("D?{"), GraphFormat::Graph6);
  EXPECT_EQ(detect_format(":Fa@x^"), GraphFormat::Sparse6);
  EXPECT_EQ(detect_format("p edge 3 2"), GraphFormat::Dimacs);
  EXPECT_EQ(detect_format("0 1"), GraphFormat::EdgeList);
  EXPECT_EQ(detect_format("# a comment"), GraphFormat::EdgeList);
  EXPECT_THAT(error_text([] { (void)detect_format("&DI?AO?"); }), HasSubstr("digraph6"));
}

}  // namespace
}  // namespace isotypic::format_test
