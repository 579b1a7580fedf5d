// Help that fits the terminal.

#include "cli/options/help_text.hpp"

#include <gmock/gmock.h>

#include <sstream>
#include <string>

#include "isotypic/base/text.hpp"
#include "tests/support/program.hpp"

namespace isotypic::help_text_test {
namespace {

using ::testing::HasSubstr;

TEST(HelpText, KeepsDescriptionsInTheirColumn) {
  EXPECT_EQ(cli::wrap_help_text("  --name      one two three four\n", 14, 24),
            "  --name      one two\n              three four\n");
  EXPECT_EQ(cli::wrap_help_text("one two three four\n", 14, 10), "one two\nthree four\n");
  EXPECT_EQ(cli::wrap_help_text("Examples:\n  a command to copy\n", 14, 10),
            "Examples:\n  a command to copy\n");
}

TEST(HelpText, OfEveryCommandFitsEightyColumns) {
  for (const char* command :
       {"", "compare", "data", "dedupe", "draw", "embed", "explain", "explore", "generate", "group",
        "inspect", "ladder", "merge", "report", "select", "serve"}) {
    const ProgramOutcome outcome = run_program(std::string(command) + " --help");
    ASSERT_EQ(outcome.exit_code, 0) << command;
    std::istringstream lines(outcome.output);
    for (std::string line; std::getline(lines, line) && line != "Examples:";) {
      EXPECT_LE(display_width(line), 80) << command << ": " << line;
    }
  }
  EXPECT_THAT(run_program("ladder --help").output, HasSubstr("how many components, pairs"));
}

}  // namespace
}  // namespace isotypic::help_text_test
