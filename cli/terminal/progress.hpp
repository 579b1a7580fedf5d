// A progress bar with the time that remains, on standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "cli/terminal/live_lines.hpp"
#include "isotypic/run/executor.hpp"

namespace isotypic::cli {

/// The total of a run whose length is not known.
inline constexpr std::int64_t unknown_total = -1;

/// One line that fits `width`: label, bar, count, share, remaining time; for an unknown total
/// label, count and rate.
[[nodiscard]] std::string progress_line(const std::string& label, const run::Progress& progress,
                                        std::int64_t width);

/// Shows a run while it lasts, where and when LiveLines does.
///
///   ProgressBar bar("brec");
///   run_jobs(plan, work, {.on_progress = [&](const auto& progress) { bar.update(progress); }});
class ProgressBar {
 public:
  explicit ProgressBar(std::string label);

  void update(const run::Progress& progress);

  /// Calls `print`, which writes whole lines to the terminal, with the bar out of its way.
  template <typename Print>
  void print_above(Print&& print) {
    line_.print_above(std::forward<Print>(print));
  }

 private:
  using Clock = std::chrono::steady_clock;
  const std::string label_;
  run::Progress progress_;
  Clock::time_point updated_ = Clock::now();
  LiveLines line_;  // last: it uses all of the above
};

}  // namespace isotypic::cli
