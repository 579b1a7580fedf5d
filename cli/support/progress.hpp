// A progress bar with the time that remains, on standard error.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "isotypic/run/executor.hpp"

namespace isotypic::cli {

/// The total of a run whose length is not known.
inline constexpr std::int64_t unknown_total = -1;

/// One line that fits `width`: label, bar, count, share, remaining time; for an unknown total
/// label, count and rate.
[[nodiscard]] std::string progress_line(const std::string& label, const run::Progress& progress,
                                        std::int64_t width);

/// Shows a run while it lasts, if standard error is a terminal and the run takes longer than two
/// seconds; wipes the line at the end. Nothing is ever written into a pipe or a file.
///
///   ProgressBar bar("brec");
///   run_jobs(plan, work, {.on_progress = [&](const auto& progress) { bar.update(progress); }});
class ProgressBar {
 public:
  explicit ProgressBar(std::string label);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar();

  void update(const run::Progress& progress);

  /// Calls `print`, which writes whole lines to the terminal, with the bar out of its way.
  template <typename Print>
  void print_above(Print&& print) {
    const std::scoped_lock lock(mutex_);
    wipe();
    print();
  }

 private:
  void show(const std::stop_token& stop);
  void wipe();

  using Clock = std::chrono::steady_clock;
  const std::string label_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;  // of the progress and of the line on the terminal
  std::condition_variable_any changed_;
  run::Progress progress_;
  Clock::time_point updated_ = start_;
  bool painted_ = false;
  std::jthread painter_;  // last: it uses all of the above
};

}  // namespace isotypic::cli
