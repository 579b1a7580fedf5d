// TrainingsDisplay: several trainings side by side, on one screen.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/terminal/live_lines.hpp"
#include "experiments/cross_validation/cross_validation.hpp"
#include "isotypic/run/executor.hpp"

namespace isotypic::cli {

/// What is known about trainings at one moment.
struct TrainingsState {
  run::Progress progress;
  std::map<std::int64_t, experiments::TrainingStep> under_way;  ///< by job
  std::int64_t epochs = 0;                                      ///< trained by this process
  std::int64_t finished = 0;                                    ///< trainings, by this process
  std::int64_t finished_epochs = 0;  ///< of these, epochs before an interruption included
};

/// What remains, estimated from the epochs per second so far. A training that is not finished is
/// taken to last as long as those that are, or as long as it may if there is none.
struct TimeLeft {
  double seconds = 0.0;
  bool at_most = false;  ///< no training has ended yet, and each may stop early
};

/// Nothing until an epoch is done.
[[nodiscard]] std::optional<TimeLeft> time_left(const TrainingsState& state);

/// A bar with the time that remains, then a line for every training under way: epoch, score, best
/// so far, patience left.
[[nodiscard]] std::vector<std::string> trainings_lines(const std::string& label,
                                                       const TrainingsState& state,
                                                       std::int64_t width);

/// Thread-safe.
class TrainingsDisplay {
 public:
  explicit TrainingsDisplay(std::string label);

  void update(const run::Progress& progress);
  void update(const experiments::TrainingStep& step);
  /// The training has ended; its line goes away.
  void end(std::int64_t job);
  /// A line for the log, above the display.
  void note(const std::string& line);

 private:
  using Clock = std::chrono::steady_clock;
  const std::string label_;
  TrainingsState state_;
  Clock::time_point updated_ = Clock::now();
  LiveLines lines_;  // last: it uses all of the above
};

}  // namespace isotypic::cli
