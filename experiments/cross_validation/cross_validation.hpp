// Cross-validation: configurations of a training on your own data, each trained once for every fold
// or seed, and compared.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/context.hpp"
#include "isotypic/data/dataset.hpp"
#include "isotypic/learn/options.hpp"
#include "isotypic/report/record.hpp"

namespace isotypic::experiments {

struct CrossValidation {
  /// Of one data set. Their seed, folds and fold are not looked at: the rounds set them.
  std::vector<learn::PipelineOptions> configurations;
  std::int64_t folds = 10;  ///< 0: one round per seed, on the published split or a random one
  std::int64_t seeds = 1;   ///< each one deals the folds, or draws the random split, anew
  std::int64_t first_seed = 0;
};

/// A fold of a seed.
struct Round {
  std::int64_t seed = 0;
  std::optional<std::int64_t> fold;  ///< none: the whole split

  [[nodiscard]] std::string name() const;  ///< "seed 0, fold 3"
};

/// In the order in which they are run.
[[nodiscard]] std::vector<Round> rounds_of(const CrossValidation& options);

/// How far a training under way has come.
struct TrainingStep {
  std::int64_t job = 0;
  std::string name;  ///< "sum, seed 0, fold 3"
  std::string metric;
  std::int64_t epoch = 0;   ///< finished ones
  std::int64_t epochs = 0;  ///< at most
  double score = 0.0;       ///< on the validation part
  double best = 0.0;
  std::int64_t best_epoch = 0;                ///< from 1; 0: none yet
  std::optional<std::int64_t> patience_left;  ///< epochs; none if the training has no patience
};

/// Where files go and who watches; changes no result.
struct CrossValidationPlaces {
  std::filesystem::path channels;  ///< file for computed channels; empty: none is kept
  std::filesystem::path models;  ///< folder; a model is kept in NAME/model.checkpoint; empty: none
  /// Called before the first training: lines about the data and the networks, and what the user
  /// should know about them.
  std::function<void(const std::string& line)> on_start;
  std::function<void(const std::string& warning)> on_warning;
  /// Called after every epoch, and at the end of every training, from several threads at once.
  std::function<void(const TrainingStep&)> on_epoch;
  std::function<void(std::int64_t job)> on_end;
};

/// Trains every configuration in every round, side by side (context.jobs), and tests each model at
/// its best validation epoch. Finished trainings are kept in the journal, unfinished ones in
/// checkpoints beside it; context.on_note gets a line for each that is finished.
///
/// The first table of the record has the baseline, then the configurations: mean, deviation, and a
/// paired test against the first. Rounds that share graphs are not independent; the test allows for
/// it (report::paired_t_test). The rows are the learning curves.
///
/// Nothing if stopped before the end. Throws Error if the configurations do not fit the data set,
/// if two of them are equal, or if they predict different things.
[[nodiscard]] std::optional<report::Record> cross_validate(const CrossValidation& options,
                                                           const SplitDataset& data,
                                                           const CrossValidationPlaces& places,
                                                           const RunContext& context);

/// The name of the folder in which the model of a training is kept: "sum-seed-0-fold-3".
[[nodiscard]] std::string model_folder(const std::string& training);

}  // namespace isotypic::experiments
