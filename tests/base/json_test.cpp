#include "isotypic/base/json.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "tests/support/error_text.hpp"

namespace isotypic::json_test {
namespace {

using testing::StartsWith;

std::string parse_error(const std::string& text) {
  return error_text([&] { (void)parse_json(text, "file.json"); });
}

TEST(Json, KeepsTheOrderOfKeys) {
  EXPECT_EQ(dump_json(parse_json(R"({"b": 1, "a": [2, 3]})", "")), R"({"b":1,"a":[2,3]})");
}

TEST(Json, ReadsBackEveryDoubleThatItWrites) {
  for (const double value : {0.1, 1.0 / 3.0, 5e-324, std::numeric_limits<double>::max(), -0.0}) {
    EXPECT_EQ(parse_json(dump_json(value), "").get<double>(), value);
  }
}

TEST(Json, WritesNullForNumbersThatAreNotFinite) {
  EXPECT_EQ(dump_json(std::numeric_limits<double>::infinity()), "null");
}

TEST(Json, RefusesAKeyThatAppearsTwiceInOneObjectButNotInTwo) {
  EXPECT_EQ(parse_error(R"({"a": 1, "a": 2})"),
            R"(file.json: the key "a" appears twice in one object)");
  EXPECT_EQ(parse_json(R"([{"a": 1}, {"a": {"a": 2}}])", "").size(), 2U);
}

TEST(Json, RefusesNestingThatWouldExhaustTheStack) {
  const auto nested = [](int depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_NO_THROW((void)parse_json(nested(100), ""));
  EXPECT_EQ(parse_error(nested(200)), "file.json: nested deeper than 100");
  EXPECT_THAT(parse_error(std::string(100'000, '[')), StartsWith("file.json"));
}

TEST(Json, NamesTheSourceOfBrokenText) {
  for (const char* text : {"", "{", "[1,]", "{\"a\" 1}", "nul", "1 2", "\"\\x\"", "\xff"}) {
    EXPECT_THAT(parse_error(text), StartsWith("file.json is not valid JSON: ")) << text;
  }
}

TEST(Json, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(dump_json(Json("a\xff"
                           "b")),
            "\"a\xEF\xBF\xBD"
            "b\"");
}

}  // namespace
}  // namespace isotypic::json_test
