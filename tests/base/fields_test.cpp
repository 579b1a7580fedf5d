#include "isotypic/base/fields.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "tests/support/error_text.hpp"

namespace isotypic::fields_test {
namespace {

using testing::HasSubstr;

std::string integer_error(std::string_view field) {
  return error_text([&] { (void)parse_integer("test", "a node", field, 0, 9); });
}

TEST(Fields, SplitAtRunsOfSeparators) {
  Fields words("  a \t bc  ");
  EXPECT_EQ(words.next(), "a");
  EXPECT_EQ(words.next(), "bc");
  EXPECT_EQ(words.next(), "");
  EXPECT_EQ(words.next(), "");
  Fields numbers("1,2", ",");
  EXPECT_EQ(numbers.next(), "1");
  EXPECT_EQ(numbers.next(), "2");
}

TEST(ParseInteger, TakesTheWholeFieldWithinItsRange) {
  EXPECT_EQ(parse_integer("test", "a number", "9", 0, 9), 9);
  EXPECT_EQ(parse_integer("test", "a number", "-9223372036854775808",
                          std::numeric_limits<std::int64_t>::min(), 0),
            std::numeric_limits<std::int64_t>::min());
  for (const char* field :
       {"", "x", "1x", " 1", "1.0", "0x1", "10", "-1", "99999999999999999999"}) {
    EXPECT_THAT(integer_error(field), HasSubstr("a node")) << field;
  }
}

TEST(Quoted, FitsAnErrorMessage) {
  EXPECT_THAT(isotypic::in_quotes("abc"), HasSubstr("abc"));
  const std::string text = isotypic::in_quotes("a\x1b\n" + std::string(1000, 'x'));
  EXPECT_LT(text.size(), 60U);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\n'), std::string::npos);
}

}  // namespace
}  // namespace isotypic::fields_test
