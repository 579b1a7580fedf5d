#include "isotypic/base/team.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace isotypic::team_test {
namespace {

TEST(Team, CallsEveryItemOfEveryLoopOnceOnAnyNumberOfThreads) {
  for (const std::int64_t threads : {0, 1, 2, 3, 16}) {
    const Team team(threads);
    for (const std::int64_t count : {0, 1, 2, 100}) {
      for (int loop = 0; loop < 200; ++loop) {
        std::vector<std::atomic<int>> calls(static_cast<std::size_t>(count));
        share_loop(count, [&](std::int64_t i) { ++calls[i]; });
        for (const auto& times : calls) ASSERT_EQ(times, 1);
      }
    }
  }
}

/// The threads that took an item of a loop in which each of two items waits for the other.
std::set<std::thread::id> threads_of_two_items() {
  std::vector<std::thread::id> ids(2);
  std::atomic<int> arrived = 0;
  share_loop(2, [&](std::int64_t i) {
    ids[i] = std::this_thread::get_id();
    ++arrived;
    while (arrived < 2) std::this_thread::yield();
  });
  return {ids.begin(), ids.end()};
}

TEST(Team, HasTheCallerAndItsHelpersWorkAtTheSameTime) {
  const Team team(2);
  for (int loop = 0; loop < 20; ++loop) {
    const std::set<std::thread::id> ids = threads_of_two_items();
    EXPECT_EQ(ids.size(), 2U);
    EXPECT_TRUE(ids.contains(std::this_thread::get_id()));
  }
}

TEST(Team, WakesHelpersThatSleep) {
  const Team team(2);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(threads_of_two_items().size(), 2U);
}

TEST(Team, SeesWhatLoopsBeforeHaveWritten) {
  const Team team(3);
  std::vector<std::int64_t> values(64, 0);
  for (int loop = 0; loop < 1000; ++loop) {
    share_loop(64, [&](std::int64_t i) { values[i] += i; });
    share_loop(64, [&](std::int64_t i) { values[63 - i] += 1; });
  }
  for (std::int64_t i = 0; i < 64; ++i) EXPECT_EQ(values[i], 1000 * (i + 1));
}

TEST(Team, ThrowsTheExceptionOfTheLowestItemAndServesTheNextLoop) {
  for (const std::int64_t threads : {1, 3}) {
    const Team team(threads);
    for (int loop = 0; loop < 20; ++loop) {
      try {
        share_loop(1000, [&](std::int64_t i) {
          if (i % 10 == 3) throw std::runtime_error(std::to_string(i));
        });
        ADD_FAILURE() << "nothing was thrown";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "3");
      }
      std::atomic<int> calls = 0;
      share_loop(10, [&](std::int64_t) { ++calls; });
      EXPECT_EQ(calls, 10);
    }
  }
}

TEST(Team, RunsALoopInsideALoopInOrderOnOneThread) {
  const Team team(2);
  share_loop(8, [&](std::int64_t) {
    std::vector<std::int64_t> order;
    share_loop(5, [&](std::int64_t i) { order.push_back(i); });
    EXPECT_EQ(order, (std::vector<std::int64_t>{0, 1, 2, 3, 4}));
  });
  EXPECT_EQ(threads_of_two_items().size(), 2U);  // afterwards the helpers are back
}

TEST(Team, IsNotSeenByOtherThreadsAndEndsWithItsScope) {
  const auto in_order = [] {
    std::vector<std::int64_t> order;
    share_loop(3, [&](std::int64_t i) { order.push_back(i); });
    return order == std::vector<std::int64_t>{0, 1, 2};
  };
  {
    const Team team(2);
    bool elsewhere = false;
    std::jthread([&] { elsewhere = in_order(); }).join();
    EXPECT_TRUE(elsewhere);
    {
      const Team inner(1);
      EXPECT_TRUE(in_order());
    }
    EXPECT_EQ(threads_of_two_items().size(), 2U);
  }
  EXPECT_TRUE(in_order());
}

}  // namespace
}  // namespace isotypic::team_test
