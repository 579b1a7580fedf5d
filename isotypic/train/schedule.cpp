#include "isotypic/train/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace isotypic::train {

double rate_factor(Schedule schedule, std::int64_t warmup, double done, double epochs) {
  const auto risen = static_cast<double>(warmup);
  if (done < risen) return done / risen;
  if (schedule == Schedule::Constant || epochs <= risen) return 1.0;
  return 0.5 + 0.5 * std::cos(std::numbers::pi * (done - risen) / (epochs - risen));
}

double ReduceOnPlateau::update(double score, double learning_rate) {
  // "rel" mode: the margin grows with the size of the best score.
  const bool improved = !std::isfinite(best) || score > best + options.threshold * std::abs(best);
  if (improved) {
    best = score;
    bad_epochs = 0;
    return learning_rate;
  }
  if (++bad_epochs <= options.patience) return learning_rate;
  bad_epochs = 0;
  const double reduced = std::max(learning_rate * options.factor, options.min_rate);
  return learning_rate - reduced > 1e-8 ? reduced : learning_rate;
}

bool EarlyStopping::update(double score, std::int64_t epoch) {
  if (!(score > best)) return false;
  best = score;
  best_epoch = epoch;
  return true;
}

bool EarlyStopping::should_stop(std::int64_t epoch) const {
  return patience > 0 && epoch - best_epoch >= patience;
}

}  // namespace isotypic::train
