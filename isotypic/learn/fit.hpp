// fit: trains a pipeline on its data set and leaves a checkpoint.
//
//   Pipeline pipeline = make_pipeline({.dataset = "MUTAG"}, data);
//   fit(pipeline, data.dataset, {.checkpoint = "mutag.checkpoint"});
//
// Afterwards Predictor("mutag.checkpoint") answers for other graphs: learn/predictor.hpp.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "isotypic/learn/pipeline.hpp"

namespace isotypic::learn {

struct FitOptions {
  std::filesystem::path checkpoint;  ///< resumed if it exists; afterwards what load_pipeline reads
  ChannelSetOptions channels;
  std::function<void(const train::EpochRecord&)> progress;
  /// Something that the user should know before the first epoch; not called when resuming.
  std::function<void(const std::string&)> on_warning;
  std::stop_token stop;
  /// The processes that train along, as in train::TrainOptions; the first alone has a checkpoint.
  train::Ranks* ranks = nullptr;
  std::int64_t threads = 1;  ///< of the training, as in train::TrainOptions
};

struct FitResult {
  train::TrainResult training;
  double test_score = 0.0;  ///< of the best epoch's weights; NaN without a test part
};

/// Trains on pipeline.split of the data set that make_pipeline() was given. Throws Error for
/// another data set, and for a pipeline of load_pipeline(), which has no split.
FitResult fit(Pipeline& pipeline, Dataset data, const FitOptions& options);

/// The data set as fit() takes it, with the answers, so that several trainings can share it: those
/// of pipelines that differ in nothing but the network's size, the training, the seed and the
/// split.
[[nodiscard]] nn::GraphTensors prepare_training(const Pipeline& pipeline, Dataset data,
                                                const ChannelSetOptions& channels = {});

/// The same with a prepared data set; options.channels are not looked at.
FitResult fit(Pipeline& pipeline, const nn::GraphTensors& data, const FitOptions& options);

}  // namespace isotypic::learn
