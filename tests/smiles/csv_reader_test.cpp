#include "isotypic/smiles/csv_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::csv_reader_test {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(const std::string& content) {
  const TemporaryDirectory directory;
  CsvReader reader(directory.write("a.csv", content));
  Rows rows;
  while (auto row = reader.next()) rows.push_back(std::move(*row));
  return rows;
}

TEST(CsvReader, SplitsAtCommasOutsideQuotes) {
  EXPECT_EQ(rows_of("a,b\r\n1,\n"), (Rows{{"a", "b"}, {"1", ""}}));
  EXPECT_EQ(rows_of("\"x, y\",\"say \"\"no\"\"\",5\" pipe\n"),
            (Rows{{"x, y", "say \"no\"", "5\" pipe"}}));
  EXPECT_EQ(rows_of("\"two\nlines\",2\nz,3"), (Rows{{"two\nlines", "2"}, {"z", "3"}}));
}

TEST(CsvReader, LeavesOutEmptyLinesAndTheMarkOfUtf8) {
  EXPECT_EQ(rows_of("\xEF\xBB\xBF\"a\",b\n\n\n1,2\n\n"), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(rows_of(""), Rows{});
  EXPECT_EQ(rows_of("\"\"\n"), Rows{{""}});
}

TEST(CsvReader, KnowsTheLineThatARowEndsIn) {
  const TemporaryDirectory directory;
  CsvReader reader(directory.write("a.csv", "a\n\n\"b\nc\"\n"));
  (void)reader.next();
  EXPECT_EQ(reader.line(), 1);
  (void)reader.next();
  EXPECT_EQ(reader.line(), 4);
}

TEST(CsvReader, NamesTheQuoteThatIsNeverClosed) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("a.csv", "a\n\"b\nc\n");
  CsvReader reader(path);
  (void)reader.next();
  EXPECT_THAT(error_text([&] { (void)reader.next(); }),
              ::testing::AllOf(::testing::StartsWith(path + ":3: "),
                               ::testing::HasSubstr("the quote that line 2 opens")));
}

}  // namespace
}  // namespace isotypic::csv_reader_test
