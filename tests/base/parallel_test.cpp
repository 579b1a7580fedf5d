#include "isotypic/base/parallel.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace isotypic::parallel_test {
namespace {

TEST(ParallelFor, CallsEveryItemOnceOnAnyNumberOfThreads) {
  for (const std::int64_t threads : {0, 1, 3, 16}) {
    std::vector<std::atomic<int>> calls(100);
    parallel_for(100, threads, [&](std::int64_t i) { ++calls[i]; });
    for (const auto& count : calls) EXPECT_EQ(count, 1);
  }
}

TEST(ParallelFor, OfNothingCallsNothing) {
  parallel_for(0, 4, [](std::int64_t) { FAIL(); });
}

TEST(ParallelFor, ThrowsTheExceptionOfTheLowestItemAndSkipsTheRest) {
  for (const std::int64_t threads : {1, 4}) {
    std::atomic<int> begun = 0;
    try {
      parallel_for(100'000, threads, [&](std::int64_t i) {
        ++begun;
        if (i % 10 == 3) throw std::runtime_error(std::to_string(i));
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "3");
    }
    EXPECT_LT(begun, 100'000);
  }
}

TEST(ParallelFor, HasAtLeastOneThreadByDefault) { EXPECT_GE(default_threads(), 1); }

}  // namespace
}  // namespace isotypic::parallel_test
