// Training steps to time: what a training repeats, and its parts.
#pragma once

#include <vector>

#include "bench/nn_workloads.hpp"
#include "isotypic/nn/model.hpp"
#include "isotypic/train/adam.hpp"

namespace isotypic::bench {

/// A model, its optimiser and a batch source; step() is what a training repeats.
class Stepper {
 public:
  explicit Stepper(const Workload& workload);

  /// Milliseconds of the parts of one step.
  struct Parts {
    double batch, encoder, readout, head, optimiser;
  };

  /// The same work as step(), cut at the embeddings and at the features, so that the backward
  /// passes can be told apart.
  [[nodiscard]] Parts timed_step();

  void step();

 private:
  const nn::GraphTensors& data_;
  nn::GraphModel model_;
  train::Adam adam_;
  std::vector<std::int64_t> ids_;
};

[[nodiscard]] double median(std::vector<double> values);

/// Steps of all workloads in turns: their medians. Processes one after the other would also show
/// how the machine changes in between.
[[nodiscard]] std::vector<double> steps_in_turns(const std::vector<Workload>& workloads);

}  // namespace isotypic::bench
