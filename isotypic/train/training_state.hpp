// TrainingState: where a training stands, as text in its checkpoint.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isotypic/train/trainer.hpp"

namespace isotypic::train {

/// All that is not a tensor.
struct TrainingState {
  std::int64_t steps = 0;  ///< of the optimiser
  double learning_rate = 0.0;
  double plateau_best = 0.0;
  std::int64_t plateau_bad_epochs = 0;
  double best = 0.0;  ///< oriented score; infinite before the first epoch
  std::int64_t best_epoch = -1;
  std::uint64_t dropout_seed = 0;
  std::uint64_t dropout_counter = 0;
  std::vector<EpochRecord> curve;
};

/// Equal states give equal bytes.
[[nodiscard]] std::string format_state(const TrainingState& state);

/// The inverse. Throws Error (BadInput) that names `source` when a field is missing, of the wrong
/// kind, out of range, or does not agree with the others.
[[nodiscard]] TrainingState parse_state(const std::string& text, const std::string& source);

}  // namespace isotypic::train
