// Training steps that several ranks share, against one rank with the same batch.
//
//   ranks_bench steps <CASE> <SECONDS>   steps a second of this world, and its first losses
//   ranks_bench messages <NUMBERS> <WEIGHTS> <ROUNDS>
//                                        microseconds of one gather of so many doubles and of one
//                                        sum of so many floats
//
// The ranks are those of the environment (RANK, WORLD_SIZE, MASTER_ADDR, MASTER_PORT); without,
// one. The first rank prints one line of JSON. The cases: nn_workloads.hpp. bench/ranks.py starts
// this program, in turns with one and with two ranks.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/errors_to_stderr.hpp"
#include "bench/nn_workloads.hpp"
#include "isotypic/train/adam.hpp"
#include "isotypic/train/ranks.hpp"
#include "isotypic/train/shares.hpp"

namespace {

using namespace isotypic;  // NOLINT: a program, not a header

double seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

/// What the trainer does with one batch.
class Stepper {
 public:
  Stepper(const bench::Workload& workload, train::Ranks* ranks, at::ScalarType type = at::kFloat)
      : data_(workload.data),
        model_(workload.model),
        adam_(parameters_as(type), {.weight_decay = 1e-5}),
        ids_(bench::all_graphs(data_.num_graphs)),
        ranks_(ranks) {}

  /// The own part of the loss.
  double step() {
    const train::StepShare step =
        train::share_of_step(data_, ids_, train::Loss::CrossEntropy, ranks_);
    adam_.zero_grad();
    at::Tensor loss = train::cross_entropy(model_.forward(step.batch), step.batch.labels);
    if (ranks_ != nullptr) loss = loss * step.weight;
    loss.backward();
    if (ranks_ != nullptr) ranks_->sum(adam_.gradients);
    adam_.step();
    return loss.item<double>();
  }

  [[nodiscard]] std::int64_t num_weights() const { return adam_.weights.numel(); }

 private:
  std::vector<at::Tensor> parameters_as(at::ScalarType type) {
    model_.to(type);
    return model_.parameters();
  }

  const nn::GraphTensors& data_;
  nn::GraphModel model_;
  train::Adam adam_;
  std::vector<std::int64_t> ids_;
  train::Ranks* ranks_;
};

double over_ranks(double own, train::Ranks* ranks) {
  if (ranks == nullptr) return own;
  double sum = 0.0;
  for (const double value : ranks->gather(std::vector<double>{own})) sum += value;
  return sum;
}

/// The losses of the first steps in double precision, where only a mistake makes two worlds differ:
/// in float a training amplifies rounding from step to step.
std::vector<double> exact_losses(const std::string& name, train::Ranks* ranks) {
  bench::Workload workload = bench::make_workload(name);
  for (at::Tensor* tensor : {&workload.data.node_features, &workload.data.edge_features}) {
    *tensor = tensor->to(at::kDouble);
  }
  Stepper stepper(workload, ranks, at::kDouble);
  std::vector<double> losses;
  for (int i = 0; i < 20; ++i) losses.push_back(over_ranks(stepper.step(), ranks));
  return losses;
}

nlohmann::json measure_steps(const std::string& name, double duration, train::Ranks* ranks) {
  const bench::Workload workload = bench::make_workload(name);
  Stepper stepper(workload, ranks);
  std::vector<double> losses;
  for (int i = 0; i < 20; ++i) losses.push_back(over_ranks(stepper.step(), ranks));
  // All ranks do as many steps; how many, the first decides before the clock runs.
  const double warm = seconds();
  for (int i = 0; i < 5; ++i) stepper.step();
  at::Tensor steps =
      at::tensor(std::max<std::int64_t>(10, std::llround(5 * duration / (seconds() - warm))));
  if (ranks != nullptr) ranks->copy_from_first(steps);
  const std::clock_t cpu = std::clock();
  const double start = seconds();
  for (std::int64_t i = 0; i < steps.item<std::int64_t>(); ++i) stepper.step();
  const auto count = static_cast<double>(steps.item<std::int64_t>());
  const double wall = seconds() - start;
  const double busy = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
  return {{"case", name},
          {"steps_per_second", count / wall},
          {"cpu_ms_per_step_and_rank",
           1e3 * over_ranks(busy, ranks) / count / static_cast<double>(ranks ? ranks->size() : 1)},
          {"weights", stepper.num_weights()},
          {"losses", losses},
          {"exact_losses", exact_losses(name, ranks)}};
}

nlohmann::json measure_messages(std::int64_t numbers, std::int64_t weights, int rounds,
                                train::Ranks& ranks) {
  const std::vector<double> own(static_cast<std::size_t>(numbers), 1.0);
  const at::Tensor gradients = at::ones({weights});
  const auto microseconds = [&](auto&& body) {
    for (int i = 0; i < 10; ++i) body();
    const double start = seconds();
    for (int i = 0; i < rounds; ++i) body();
    return 1e6 * (seconds() - start) / rounds;
  };
  return {{"ranks", ranks.size()},
          {"numbers", numbers},
          {"gather_us", microseconds([&] { static_cast<void>(ranks.gather(own)); })},
          {"weights", weights},
          {"sum_us", microseconds([&] { ranks.sum(gradients); })}};
}

int run(const std::vector<std::string>& words) {
  at::set_num_threads(1);
  const std::unique_ptr<train::Ranks> ranks = train::join_ranks();
  nlohmann::json result;
  if (words.size() == 3 && words[0] == "steps") {
    result = measure_steps(words[1], std::stod(words[2]), ranks.get());
  } else if (words.size() == 4 && words[0] == "messages" && ranks != nullptr) {
    result =
        measure_messages(std::stoll(words[1]), std::stoll(words[2]), std::stoi(words[3]), *ranks);
  } else {
    std::fputs(
        "usage: ranks_bench steps <CASE> <SECONDS> | messages <NUMBERS> <WEIGHTS> <ROUNDS>\n"
        "messages need several ranks: RANK, WORLD_SIZE, MASTER_ADDR, MASTER_PORT\n",
        stderr);
    return 2;
  }
  if (ranks == nullptr || ranks->is_first()) std::printf("%s\n", result.dump().c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return isotypic::bench::errors_to_stderr(argc, argv, run); }
