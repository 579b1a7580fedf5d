#include "isotypic/base/line_reader.hpp"

#include <gmock/gmock.h>

#include <string>

#include "tests/support/error_text.hpp"

namespace isotypic::line_reader_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::int64_t any_length(std::string_view /*beginning*/) { return std::int64_t{1} << 40; }
std::int64_t no_long_lines(std::string_view /*beginning*/) { return 100; }

LineReader reader_of(std::string text, std::int64_t max_line_bytes = 1 << 20,
                     LineLimit limit = any_length) {
  return LineReader(Gunzip(ByteSource::from_memory(std::move(text))), max_line_bytes, limit);
}

std::vector<std::string> lines_of(const std::string& text) {
  LineReader reader = reader_of(text);
  std::vector<std::string> lines;
  while (const auto line = reader.next()) lines.emplace_back(*line);
  return lines;
}

TEST(LineReader, TakesEveryEndOfLine) {
  EXPECT_THAT(lines_of("a\nb\r\nc"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(lines_of("a\n\n"), ElementsAre("a", ""));
  EXPECT_THAT(lines_of("a\rb\n"), ElementsAre("a\rb"));
  EXPECT_THAT(lines_of(""), IsEmpty());
}

TEST(LineReader, NumbersLinesFromOne) {
  LineReader reader = reader_of("a\nb\n");
  EXPECT_EQ(reader.number(), 0);
  (void)reader.next();
  EXPECT_EQ(reader.number(), 1);
  (void)reader.next();
  EXPECT_EQ(reader.next(), std::nullopt);
  EXPECT_EQ(reader.number(), 2);
}

TEST(LineReader, ReadsLinesAcrossTheEndsOfItsBuffer) {
  std::string text;
  for (const std::size_t size : {70'000, 3, 200'000, 65'536, 0, 65'535}) {
    text += std::string(size, 'x') + "\n";
  }
  std::vector<std::size_t> sizes;
  for (const std::string& line : lines_of(text)) sizes.push_back(line.size());
  EXPECT_THAT(sizes, ElementsAre(70'000, 3, 200'000, 65'536, 0, 65'535));
}

TEST(LineReader, RefusesLongLinesByTheirLengthAndByTheirBeginning) {
  LineReader strict = reader_of("abc\nabcd\n", 3);
  EXPECT_EQ(strict.next(), "abc");
  EXPECT_THAT(error_text([&] { (void)strict.next(); }), HasSubstr("more than 3 bytes"));
  LineReader by_beginning = reader_of(std::string(1 << 18, 'x'), 1 << 20, no_long_lines);
  EXPECT_THAT(error_text([&] { (void)by_beginning.next(); }),
              HasSubstr("more than 100 bytes, the most that its first bytes allow"));
}

}  // namespace
}  // namespace isotypic::line_reader_test
