// Schedules: how the learning rate changes, and when a training ends.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <utility>

#include "isotypic/base/enum_names.hpp"

namespace isotypic::train {

/// What becomes of the learning rate.
enum class Schedule {
  Constant,  ///< nothing
  Cosine,    ///< falls to zero at the last epoch, along half a cosine
};

/// What the learning rate is multiplied by after `done` of `epochs` epochs, which may be parts of
/// one: it rises linearly during the first `warmup` epochs, then follows the schedule.
[[nodiscard]] double rate_factor(Schedule schedule, std::int64_t warmup, double done,
                                 double epochs);

struct PlateauOptions {
  double factor = 0.1;         ///< the learning rate is multiplied by this
  std::int64_t patience = 10;  ///< epochs without improvement that are tolerated
  double threshold = 1e-4;     ///< relative improvement that counts
  double min_rate = 0.0;       ///< the rate never falls below
};

/// PyTorch's ReduceLROnPlateau with its defaults. Scores are such that larger is better.
class ReduceOnPlateau {
 public:
  explicit ReduceOnPlateau(const PlateauOptions& options_) : options(options_) {}

  /// The learning rate after an epoch with this score.
  [[nodiscard]] double update(double score, double learning_rate);

  PlateauOptions options;
  double best = -std::numeric_limits<double>::infinity();
  std::int64_t bad_epochs = 0;
};

/// Remembers the best epoch and says when to stop.
class EarlyStopping {
 public:
  /// `patience` epochs without a new best stop the training; 0 never does.
  explicit EarlyStopping(std::int64_t patience_) : patience(patience_) {}

  /// Whether this score is a new best.
  [[nodiscard]] bool update(double score, std::int64_t epoch);
  [[nodiscard]] bool should_stop(std::int64_t epoch) const;

  std::int64_t patience;
  double best = -std::numeric_limits<double>::infinity();
  std::int64_t best_epoch = -1;
};

}  // namespace isotypic::train

namespace isotypic {

template <>
struct EnumNames<train::Schedule> {
  static constexpr const char* what = "schedule";
  static constexpr std::array<std::pair<train::Schedule, const char*>, 2> table = {
      {{train::Schedule::Constant, "constant"}, {train::Schedule::Cosine, "cosine"}}};
};

}  // namespace isotypic
