// What the tests of trainings share: a small problem, models and options.
#pragma once

#include <cstdint>
#include <filesystem>

#include "isotypic/train/trainer.hpp"

namespace isotypic::train::problems {

/// Relabelled copies of the rook graph (label 0) and the Shrikhande graph (label 1), all
/// features 1.
struct TrainingProblem {
  nn::GraphTensors data;
  Split split;
};

[[nodiscard]] TrainingProblem rook_against_shrikhande(std::int64_t copies);

[[nodiscard]] nn::ModelOptions small_model(nn::ReadoutKind readout);
[[nodiscard]] nn::ModelOptions dropout_model();

[[nodiscard]] TrainOptions short_training();

/// A training that uses everything with state: dropout, schedules, early stopping.
[[nodiscard]] TrainOptions full_training(const std::filesystem::path& checkpoint);

}  // namespace isotypic::train::problems
