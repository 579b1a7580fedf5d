#include "bench/training_steps.hpp"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "bench/fma_peak.hpp"
#include "isotypic/train/loss.hpp"

namespace isotypic::bench {

Stepper::Stepper(const Workload& workload)
    : data_(workload.data),
      model_(workload.model),
      adam_(model_.parameters(), {.weight_decay = 1e-5}),
      ids_(all_graphs(data_.num_graphs)) {}

Stepper::Parts Stepper::timed_step() {
  double last = cpu_milliseconds();
  const auto lap = [&] {
    const double now = cpu_milliseconds();
    return now - std::exchange(last, now);
  };
  Parts parts{};
  const nn::Batch batch = nn::make_batch(data_, ids_);
  parts.batch = lap();
  const at::Tensor embeddings = model_.encoder->forward(batch);
  parts.encoder = lap();
  const at::Tensor nodes = embeddings.detach().set_requires_grad(true);
  const at::Tensor features = model_.readout->forward(nodes, batch);
  parts.readout = lap();
  const at::Tensor graphs = features.detach().set_requires_grad(true);
  const at::Tensor outputs = model_.output(at::relu(model_.hidden(graphs)));
  train::cross_entropy(outputs, batch.labels).backward();
  parts.head = lap();
  features.backward(graphs.grad());
  parts.readout += lap();
  embeddings.backward(nodes.grad());
  parts.encoder += lap();
  adam_.step();
  adam_.zero_grad();
  parts.optimiser = lap();
  return parts;
}

void Stepper::step() {
  const nn::Batch batch = nn::make_batch(data_, ids_);
  adam_.zero_grad();
  train::cross_entropy(model_.forward(batch), batch.labels).backward();
  adam_.step();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

std::vector<double> steps_in_turns(const std::vector<Workload>& workloads) {
  at::set_num_threads(1);
  std::vector<std::unique_ptr<Stepper>> steppers;
  for (const Workload& workload : workloads) {
    steppers.push_back(std::make_unique<Stepper>(workload));
  }
  std::vector<std::vector<double>> times(steppers.size());
  for (int round = 0; round < 60; ++round) {
    for (std::size_t i = 0; i < steppers.size(); ++i) {
      const double start = cpu_milliseconds();
      steppers[i]->step();
      if (round >= 3) times[i].push_back(cpu_milliseconds() - start);
    }
  }
  std::vector<double> medians;
  for (std::vector<double>& own : times) medians.push_back(median(std::move(own)));
  return medians;
}

}  // namespace isotypic::bench
