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

/// One line that fits `width`: label, bar, count, share, remaining time.
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

 private:
  void show(const std::stop_token& stop);

  using Clock = std::chrono::steady_clock;
  const std::string label_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;  // of the progress
  std::condition_variable_any changed_;
  run::Progress progress_;
  Clock::time_point updated_ = start_;
  std::jthread painter_;  // last: it uses all of the above
};

}  // namespace isotypic::cli
