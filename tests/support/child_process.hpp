// Waiting for other processes, never for ever.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <thread>

namespace isotypic {

/// Longer than any wait of a test takes on a busy machine, shorter than ctest's own limit.
inline constexpr std::chrono::seconds longest_wait{120};

/// Asks `condition` every millisecond until it holds. False if it does not hold in time.
template <typename Condition>
[[nodiscard]] bool holds_in_time(Condition condition) {
  const auto deadline = std::chrono::steady_clock::now() + longest_wait;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

/// The status of a child that has ended, as waitpid gives it. A child that does not end in time is
/// killed, and the test fails.
inline int status_at_end(pid_t child) {
  int status = 0;
  if (!holds_in_time([&] { return ::waitpid(child, &status, WNOHANG) == child; })) {
    ADD_FAILURE() << "process " << child << " did not end within " << longest_wait.count() << " s";
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
  }
  return status;
}

}  // namespace isotypic
