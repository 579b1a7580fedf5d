// The data of a downstream task, ready for training.
#pragma once

#include <string>
#include <vector>

#include "experiments/downstream/downstream.hpp"
#include "isotypic/nn/model.hpp"
#include "isotypic/train/loss.hpp"
#include "isotypic/train/metrics.hpp"

namespace isotypic::experiments {

/// One data set as a task.
struct DownstreamTask {
  std::string dataset;
  std::string data_id;  ///< data set and symmetry engine, for checkpoints
  nn::GraphTensors tensors;
  std::vector<Split> splits;  ///< one for each seed, or one for all
  nn::EncoderOptions inputs;  ///< the fields that describe node and edge features
  std::int64_t outputs = 1;
  train::Loss loss = train::Loss::MeanSquaredError;
  train::Metric metric = train::Metric::MeanAbsoluteError;
  double asymmetric = 0.0;   ///< share of the graphs whose only automorphism is the identity
  double complete = 0.0;     ///< share of the graphs that have no more channels than fit
  double mean_channels = 0;  ///< channels per graph

  [[nodiscard]] const Split& split(std::int64_t seed) const {
    return splits.size() == 1 ? splits.front() : splits[seed];
  }
};

/// Reads the data set, makes its targets and splits, and computes its channels through the file
/// places.channels/DATASET.channels.
[[nodiscard]] DownstreamTask prepare_task(const std::string& dataset,
                                          const DownstreamConfig& config,
                                          const DownstreamPlaces& places,
                                          const RunContext& context);

/// Mean over the graphs `ids` of the share of |M|^2 that the kept channels hold.
[[nodiscard]] double mean_retained_energy(nn::GraphModel& model, const DownstreamTask& task,
                                          const std::vector<std::int64_t>& ids,
                                          const IsotypicReadoutOptions& kept);

}  // namespace isotypic::experiments
