// Trainer: supervised training with early stopping, checkpoints and learning curves.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "isotypic/data/dataset.hpp"
#include "isotypic/nn/model.hpp"
#include "isotypic/train/adam.hpp"
#include "isotypic/train/loss.hpp"
#include "isotypic/train/metrics.hpp"
#include "isotypic/train/schedule.hpp"

namespace isotypic::train {

class Ranks;

/// One line of a learning curve.
struct EpochRecord {
  std::int64_t epoch = 0;
  double train_loss = 0.0;   ///< mean over the graphs, as seen while training
  double valid_score = 0.0;  ///< of the metric
  double learning_rate = 0.0;

  friend bool operator==(const EpochRecord&, const EpochRecord&) = default;
};

struct TrainOptions {
  Loss loss = Loss::CrossEntropy;
  Metric metric = Metric::Accuracy;
  std::int64_t epochs = 100;
  std::int64_t batch_size = 64;
  AdamOptions adam;
  std::int64_t patience = 0;  ///< epochs without a better score; 0: train to the end
  Schedule schedule = Schedule::Constant;
  std::int64_t warmup = 0;                ///< epochs in which the learning rate rises from zero
  double clip = 0.0;                      ///< largest norm of the gradients; 0: any
  std::optional<PlateauOptions> plateau;  ///< lowers the rate that the schedule starts from
  std::uint64_t seed = 0;                 ///< of the order of the graphs

  std::filesystem::path checkpoint;  ///< written after every epoch; empty: none
  bool resume = false;               ///< go on from `checkpoint` if the file exists
  /// Names the data (and the engine behind its channels); a checkpoint of other data is refused.
  std::string data_id;
  std::string about;  ///< goes into the checkpoint, for whoever loads the weights

  /// The processes that train along, each with a share of every batch; null: nobody. Batches, rates
  /// and losses are those of one process with whole batches, up to rounding. The first rank alone
  /// has a checkpoint; the others give no path.
  Ranks* ranks = nullptr;
  at::Device device = at::kCPU;
  /// 0: one per core. Not part of what is learnt: all bits are those of one thread.
  std::int64_t threads = 1;
  std::function<void(const EpochRecord&)> progress;
  std::stop_token stop;  ///< ends the training after the epoch under way
};

struct TrainResult {
  std::vector<EpochRecord> curve;
  std::int64_t best_epoch = -1;
  double best_score = 0.0;  ///< on the validation part
  bool stopped = false;     ///< by the stop token: resume to go on
};

/// Trains on split.train, watches split.valid, and leaves the model with the weights of the best
/// epoch. Deterministic: equal options and as many ranks give equal bytes, also when a run was
/// interrupted after any epoch and resumed. Trainings on different threads do not disturb each
/// other.
///
/// Throws Error on bad options, on a checkpoint that does not fit, on ranks that do not train the
/// same, and (Runtime) if the loss stops being finite or a rank is lost.
TrainResult train(nn::GraphModel& model, const nn::GraphTensors& data, const Split& split,
                  const TrainOptions& options);

/// Outputs [ids, outputs] in evaluation mode, on the CPU. Leaves the model in evaluation mode;
/// threads may share a model that is in it already.
[[nodiscard]] at::Tensor predict(nn::GraphModel& model, const nn::GraphTensors& data,
                                 std::span<const std::int64_t> ids, std::int64_t batch_size = 256,
                                 at::Device device = at::kCPU);

/// The metric of the model on the graphs `ids`, which the ranks share if there are any.
[[nodiscard]] double evaluate(nn::GraphModel& model, const nn::GraphTensors& data,
                              std::span<const std::int64_t> ids, Metric metric,
                              std::int64_t batch_size = 256, at::Device device = at::kCPU,
                              Ranks* ranks = nullptr);

/// Writes a curve as CSV with a header line, epochs counted from 1; numbers read back exactly.
void write_learning_curve(const std::filesystem::path& path, std::span<const EpochRecord> curve);

}  // namespace isotypic::train
