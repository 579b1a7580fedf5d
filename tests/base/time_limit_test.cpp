#include "isotypic/base/time_limit.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "isotypic/base/error.hpp"

namespace isotypic::time_limit_test {
namespace {

using std::chrono::milliseconds;

TEST(TimeLimit, ZeroIsNone) { EXPECT_EQ(milliseconds_from_seconds(0.0), std::nullopt); }

TEST(TimeLimit, IsRoundedUpToMilliseconds) {
  EXPECT_EQ(milliseconds_from_seconds(1e-9), milliseconds(1));
  EXPECT_EQ(milliseconds_from_seconds(0.0011), milliseconds(2));
  EXPECT_EQ(milliseconds_from_seconds(2.5), milliseconds(2500));
  EXPECT_EQ(milliseconds_from_seconds(max_time_limit_seconds), milliseconds(1'000'000'000'000));
}

TEST(TimeLimit, BeyondItsRangeIsRefused) {
  for (const double seconds : {-1e-9, 1.1e9, std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW((void)milliseconds_from_seconds(seconds), Error) << seconds;
  }
}

}  // namespace
}  // namespace isotypic::time_limit_test
