#include "isotypic/train/schedule.hpp"

#include <gtest/gtest.h>

namespace isotypic::train::schedule_test {
namespace {

TEST(RateFactor, RisesThenStaysOrFollowsTheCosine) {
  EXPECT_EQ(rate_factor(Schedule::Constant, 0, 0.0, 10.0), 1.0);
  EXPECT_EQ(rate_factor(Schedule::Constant, 4, 1.0, 10.0), 0.25);
  EXPECT_EQ(rate_factor(Schedule::Constant, 4, 7.0, 10.0), 1.0);
  EXPECT_EQ(rate_factor(Schedule::Cosine, 2, 1.0, 10.0), 0.5);
  EXPECT_DOUBLE_EQ(rate_factor(Schedule::Cosine, 2, 2.0, 10.0), 1.0);
  EXPECT_DOUBLE_EQ(rate_factor(Schedule::Cosine, 2, 6.0, 10.0), 0.5);
  EXPECT_NEAR(rate_factor(Schedule::Cosine, 2, 10.0, 10.0), 0.0, 1e-15);
}

TEST(RateFactor, IsOneWhereTheWarmUpTakesTheWholeTraining) {
  EXPECT_EQ(rate_factor(Schedule::Cosine, 5, 5.0, 5.0), 1.0);
}

}  // namespace
}  // namespace isotypic::train::schedule_test
