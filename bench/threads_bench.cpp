// Training steps of one model on one thread and on several, in turns, in one process.
//
//   threads_bench <THREADS> <ROUNDS> <FOLDER OF DATA SETS, OR -> <CASE>...
//
// The cases a, b, c: nn_workloads.hpp. zinc-sum and zinc-operators: batches of ZINC with the recipe
// zinc-100k and that readout; they need the folder. Prints JSON: milliseconds a step by the wall
// clock and of processor time, and whether all weights had equal bits at the end.
//
// On a busy machine the wall clock says little. There the processor time of the busier of two
// threads is what a step would take if each had a core of its own, but for waiting in between.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "bench/nn_workloads.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/team.hpp"
#include "isotypic/data/open.hpp"
#include "isotypic/learn/fit.hpp"
#include "isotypic/train/adam.hpp"
#include "isotypic/train/loss.hpp"
#include "isotypic/train/sampler.hpp"

namespace {

using namespace isotypic;  // NOLINT: a program, not a header
using Ids = std::vector<std::int64_t>;

/// What is trained, and with which batches.
struct Case {
  nn::GraphTensors data;
  nn::ModelOptions model;
  train::Loss loss = train::Loss::CrossEntropy;
  std::vector<Ids> batches;
};

Case zinc(const std::string& folder, const std::string& readout) {
  constexpr std::size_t graphs = 1024;  // of the training part: enough to vary the batches
  learn::PipelineOptions options;
  learn::pipeline_fields().assign(
      options,
      {{"dataset", "ZINC"}, {"encoder", "GINE"}, {"readout", readout}, {"recipe", "zinc-100k"}},
      "threads_bench");
  SplitDataset data = open_dataset(folder, "ZINC");
  const learn::Pipeline pipeline = learn::make_pipeline(options, data);
  Dataset some{.name = data.dataset.name};
  for (std::size_t i = 0; i < graphs; ++i) {
    some.samples.push_back(data.dataset.samples.at(pipeline.split.train.at(i)));
  }
  Case own{learn::prepare_training(pipeline, std::move(some)), pipeline.model->options,
           pipeline.loss()};
  const Ids order = train::shuffled(bench::all_graphs(graphs), 0, 0);
  const std::int64_t size = pipeline.options.training.batch_size;
  for (auto first = order.begin(); order.end() - first >= size; first += size) {
    own.batches.emplace_back(first, first + size);
  }
  return own;
}

Case make_case(const std::string& name, const std::string& folder) {
  if (name.starts_with("zinc-")) return zinc(folder, name.substr(5));
  bench::Workload workload = bench::make_workload(name);
  return {workload.data,
          workload.model,
          train::Loss::CrossEntropy,
          {bench::all_graphs(workload.data.num_graphs)}};
}

/// A training with some threads.
class Trainer {
 public:
  Trainer(const Case& what, std::int64_t threads)
      : case_(what), threads_(threads), model_(what.model), adam_(learnt_parameters(), {}) {}

  struct Time {
    double wall, own, all;  ///< milliseconds
  };

  Time step() {
    const Team team(threads_);  // not timed: a training has one
    share_loop(2, [](std::int64_t) {});
    const Time start = now();
    const nn::Batch batch =
        nn::make_batch(case_.data, case_.batches[steps_++ % case_.batches.size()]);
    adam_.zero_grad();
    train::compute_loss(case_.loss, model_.forward(batch), batch).backward();
    adam_.step();
    const Time end = now();
    return {end.wall - start.wall, end.own - start.own, end.all - start.all};
  }

  [[nodiscard]] const at::Tensor& weights() const { return adam_.weights; }

 private:
  static double milliseconds(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
  }
  static Time now() {
    return {milliseconds(CLOCK_MONOTONIC), milliseconds(CLOCK_THREAD_CPUTIME_ID),
            milliseconds(CLOCK_PROCESS_CPUTIME_ID)};
  }
  std::vector<at::Tensor> learnt_parameters() {
    model_.learn_scales(case_.data, bench::all_graphs(case_.data.num_graphs));
    return model_.parameters();
  }

  const Case& case_;
  std::int64_t threads_;
  nn::GraphModel model_;
  train::Adam adam_;
  std::size_t steps_ = 0;
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Medians, and the best of what other programs disturb: a quiet moment of a busy machine.
nlohmann::json summary(const std::vector<Trainer::Time>& times) {
  std::vector<double> wall, busier, all;
  for (const Trainer::Time& time : times) {
    wall.push_back(time.wall);
    busier.push_back(std::max(time.own, time.all - time.own));
    all.push_back(time.all);
  }
  return {{"wall_ms", median(wall)},
          {"best_wall_ms", *std::min_element(wall.begin(), wall.end())},
          {"cpu_ms", median(all)},
          {"cpu_ms_of_the_busier_thread", median(busier)},
          {"best_cpu_ms_of_the_busier_thread", *std::min_element(busier.begin(), busier.end())}};
}

nlohmann::json measure(const std::string& name, const std::string& folder, std::int64_t threads,
                       int rounds) {
  const Case what = make_case(name, folder);
  Trainer one(what, 1);
  Trainer several(what, threads);
  std::vector<Trainer::Time> times_of_one, times_of_several;
  for (int round = -3; round < rounds; ++round) {
    const Trainer::Time first = one.step();
    const Trainer::Time second = several.step();
    if (round < 0) continue;  // kernels are generated, memory is taken
    times_of_one.push_back(first);
    times_of_several.push_back(second);
  }
  nlohmann::json result = {{"case", name},
                           {"1 thread", summary(times_of_one)},
                           {std::to_string(threads) + " threads", summary(times_of_several)},
                           {"equal_bits", at::equal(one.weights(), several.weights())}};
  const auto ratio = [&](const char* what) {
    return result["1 thread"][what].get<double>() /
           result[std::to_string(threads) + " threads"][what].get<double>();
  };
  result["speed_up"] = ratio("wall_ms");
  result["best_speed_up"] = ratio("best_wall_ms");
  result["speed_up_by_cpu_time"] = ratio("best_cpu_ms_of_the_busier_thread");
  result["cpu_efficiency"] = ratio("cpu_ms");
  return result;
}

int run(const std::vector<std::string>& words) {
  if (words.size() < 4) {
    std::fputs("usage: threads_bench <THREADS> <ROUNDS> <FOLDER OF DATA SETS, OR -> <CASE>...\n",
               stderr);
    return 2;
  }
  at::set_num_threads(1);
  std::array<double, 1> load{};
  getloadavg(load.data(), 1);
  nlohmann::json record = {{"threads", std::stoi(words[0])},
                           {"rounds", std::stoi(words[1])},
                           {"cores", std::thread::hardware_concurrency()},
                           {"load_at_start", load[0]},
                           {"cases", nlohmann::json::array()}};
  for (std::size_t i = 3; i < words.size(); ++i) {
    record["cases"].push_back(
        measure(words[i], words[2], std::stoi(words[0]), std::stoi(words[1])));
  }
  std::printf("%s\n", record.dump(1).c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
