// What the command line says about an error.

#include "cli/program/error_text.hpp"

#include <gmock/gmock.h>

#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::error_text_test {
namespace {

using ::testing::HasSubstr;

TEST(ErrorText, IsOneLine) {
  EXPECT_EQ(cli::error_text(Error(ErrorKind::Runtime, "[f] why\nwhere")), "why");
}

TEST(ErrorText, NamesTheOptionAsItIsTyped) {
  const TemporaryDirectory directory;
  const std::string loop = directory.write("loop.txt", "0 1\n1 1\n");
  for (const char* options : {"", " --keep-going"}) {
    const ProgramOutcome outcome = run_program("inspect " + loop + options);
    EXPECT_EQ(outcome.exit_code, 65);
    EXPECT_THAT(outcome.output, HasSubstr("(--simplify leaves it out)"));
  }
}

TEST(ErrorText, OfAMatrixMarketFileSaysWhatToDo) {
  const TemporaryDirectory directory;
  const std::string file = directory.write(
      "m.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n");
  for (const char* options : {"", " --simplify", " --input-format edge-list"}) {
    const ProgramOutcome outcome = run_program("inspect " + file + options);
    EXPECT_EQ(outcome.exit_code, 65) << options;
    EXPECT_THAT(outcome.output, HasSubstr("scipy.io.mmread"));
  }
}

TEST(ErrorText, OfAnEdgeListThatCountsFromOneGivesTheCommand) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("one.txt", "1 2\n2 3\n");
  EXPECT_THAT(run_program("inspect " + file).output,
              HasSubstr("awk '/^[0-9]/ {print $1-1, $2-1}'"));
}

}  // namespace
}  // namespace isotypic::error_text_test
