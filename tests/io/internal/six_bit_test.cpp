#include "isotypic/io/internal/six_bit.hpp"

#include <gmock/gmock.h>

#include "isotypic/graph/graph.hpp"
#include "tests/support/error_text.hpp"

namespace isotypic::six_bit_test {
namespace {

using testing::HasSubstr;

TEST(SizeField, IsShortestAndReadsBackAtEveryBorder) {
  for (const std::int64_t n : {0, 1, 62, 63, 64, 4095, 4096, 258'047}) {
    std::string text;
    append_size_field(text, n);
    EXPECT_EQ(text.size(), n <= 62 ? 1U : 4U) << n;
    const SizeField field = parse_size_field("test", text + "rest");
    EXPECT_EQ(field.num_nodes, n);
    EXPECT_EQ(field.length, std::ssize(text));
  }
}

TEST(SizeField, OfEightBytesIsReadEvenWhereAShorterOneWouldDo) {
  const SizeField field = parse_size_field("test", "~~?????D");
  EXPECT_EQ(field.num_nodes, 5);
  EXPECT_EQ(field.length, 8);
}

TEST(SizeField, RefusesWhatEndsEarlyOrIsTooLarge) {
  for (const char* text : {"", "~", "~?", "~~????"}) {
    EXPECT_THROW((void)parse_size_field("test", text), Error) << text;
  }
  EXPECT_THROW((void)parse_size_field("test", "~~~~~~~~"), Error);
}

TEST(SixBitBytes, NameTheColumnOfABadByte) {
  EXPECT_NO_THROW(check_six_bit_bytes("test", "?~", 0));
  EXPECT_THAT(error_text([] { check_six_bit_bytes("test", "?> ", 4); }), HasSubstr("6"));
  EXPECT_THROW(check_six_bit_bytes("test", "\x7f", 0), Error);
}

}  // namespace
}  // namespace isotypic::six_bit_test
