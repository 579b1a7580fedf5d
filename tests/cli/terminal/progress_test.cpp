#include "cli/terminal/progress.hpp"

#include <gtest/gtest.h>

#include "isotypic/base/text.hpp"

namespace isotypic::cli::progress_test {
namespace {

const run::Progress half_way = {.done = 200, .total = 400, .resumed = 100, .seconds = 60};

TEST(ProgressLine, ShowsCountShareAndTimeLeft) {
  const std::string line = progress_line("brec", half_way, 80);
  EXPECT_NE(line.find("brec"), std::string::npos);
  EXPECT_NE(line.find("200/400"), std::string::npos);
  EXPECT_NE(line.find("50 %"), std::string::npos);
  EXPECT_NE(line.find("2 min 0 s left"), std::string::npos) << line;
}

TEST(ProgressLine, NeverReachesTheEdgeOfTheTerminal) {
  for (std::int64_t width = 2; width < 150; ++width) {
    EXPECT_LT(display_width(progress_line("a long label", half_way, width)), width);
  }
}

TEST(ProgressLine, PromisesNoTimeBeforeTheFirstJob) {
  EXPECT_EQ(
      progress_line("x", {.done = 3, .total = 9, .resumed = 3, .seconds = 5}, 80).find("left"),
      std::string::npos);
  EXPECT_NE(progress_line("x", {}, 80).find("0/0"), std::string::npos);
}

TEST(ProgressLine, CountsWhenTheTotalIsUnknown) {
  const std::string line =
      progress_line("embed", {.done = 300, .total = unknown_total, .seconds = 60}, 80);
  EXPECT_EQ(line, "embed  300 done  5/s  1 min 0 s");
  for (std::int64_t width = 2; width < 40; ++width) {
    EXPECT_LT(display_width(progress_line("embed", {.done = 3, .total = unknown_total}, width)),
              width);
  }
}

}  // namespace
}  // namespace isotypic::cli::progress_test
