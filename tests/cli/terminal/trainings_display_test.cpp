#include "cli/terminal/trainings_display.hpp"

#include <gmock/gmock.h>

#include "isotypic/base/text.hpp"

namespace isotypic::cli::trainings_display_test {
namespace {

using experiments::TrainingStep;
using testing::HasSubstr;

TrainingStep step_of(std::int64_t job, std::int64_t epoch) {
  return {.job = job,
          .name = "sum, seed 0, fold " + std::to_string(job),
          .metric = "accuracy",
          .epoch = epoch,
          .epochs = 100,
          .score = 0.71,
          .best = 0.75,
          .best_epoch = 20,
          .patience_left = 7};
}

TEST(TrainingsDisplay, SaysAtMostUntilATrainingHasEnded) {
  TrainingsState state{.progress = {.total = 4, .seconds = 10.0}};
  EXPECT_FALSE(time_left(state));
  state.under_way = {{0, step_of(0, 40)}, {1, step_of(1, 60)}};
  state.epochs = 100;
  // 60 + 40 epochs of those under way, 200 of those that wait, at 10 epochs per second.
  ASSERT_TRUE(time_left(state));
  EXPECT_DOUBLE_EQ(time_left(state)->seconds, 30.0);
  EXPECT_TRUE(time_left(state)->at_most);
  // Two trainings ended after 50 epochs each: two are under way and none waits.
  state.progress.done = 2;
  state.finished = 2;
  state.finished_epochs = 100;
  state.epochs = 200;
  state.progress.seconds = 20.0;
  EXPECT_DOUBLE_EQ(time_left(state)->seconds, 0.1 * (10 + 1));
  EXPECT_FALSE(time_left(state)->at_most);
}

TEST(TrainingsDisplay, ShowsBestSoFarAndPatienceInLinesThatFit) {
  TrainingsState state{.progress = {.done = 1, .total = 4, .seconds = 10.0}};
  state.under_way = {{0, step_of(0, 40)}, {1, step_of(1, 60)}};
  state.epochs = 100;
  const auto lines = trainings_lines("cross-validation", state, 100);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_THAT(lines[0], HasSubstr("1/4"));
  EXPECT_THAT(lines[0], HasSubstr("at most 20 s left"));
  EXPECT_EQ(lines[1],
            "  sum, seed 0, fold 0: epoch 40/100, validation accuracy 0.71, best 0.75 at 20, "
            "patience 7");
  for (const std::int64_t width : {30, 60, 100, 200}) {
    for (const std::string& line : trainings_lines("cross-validation", state, width)) {
      EXPECT_LT(display_width(line), width);
    }
  }
}

}  // namespace
}  // namespace isotypic::cli::trainings_display_test
