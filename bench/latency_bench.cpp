// The time from one graph to its prediction: GIN of 5 layers of width 128, molecule-like graphs of
// 20 nodes with labels, one thread.
//
//   latency_bench one <READOUT> <compiled|ordinary|network|plain> [predictions]
//       prints a JSON object: microseconds by the wall clock and of CPU time (p50 and p99), and
//       allocations a prediction
//   latency_bench soak <READOUT> <predictions> <seconds>
//       as many predictions as fit; prints how many, and the memory of the process before and after
//   latency_bench check <READOUT>
//       the largest difference between the compiled and the ordinary path
//
// compiled: Predictor::predict(graph), symmetry and channels included; every graph is new.
// ordinary: the same by a data set of one graph, tensors and GraphModel, as predictors worked
// before. network:  the network alone, compiled, for graphs whose channels are ready. plain:    the
// network alone, GraphModel::forward() without gradients, likewise.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iostream>
#include <string>

#include "bench/count_allocations.hpp"
#include "bench/errors_to_stderr.hpp"
#include "bench/nn_workloads.hpp"
#include "isotypic/base/json.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/learn/fit.hpp"
#include "isotypic/learn/predictor.hpp"
#include "isotypic/train/trainer.hpp"

namespace {

using namespace isotypic;  // NOLINT: a program, not a header

constexpr std::int64_t num_nodes = 20;
constexpr std::int64_t num_labels = 28;    // as many as ZINC has
constexpr std::int64_t num_soaked = 4000;  // different graphs, again and again

Graph labelled_molecule(std::uint64_t seed) {
  Random random(seed, 11);
  std::vector<std::int32_t> labels(num_nodes);
  for (std::int32_t& label : labels) label = static_cast<std::int32_t>(random.below(num_labels));
  return with_node_colours(bench::molecule(num_nodes, seed), std::move(labels));
}

std::vector<Graph> molecules(std::int64_t count, std::uint64_t first_seed) {
  std::vector<Graph> graphs;
  for (std::int64_t i = 0; i < count; ++i) {
    graphs.push_back(labelled_molecule(first_seed + static_cast<std::uint64_t>(i)));
  }
  return graphs;
}

Dataset as_dataset(const std::vector<Graph>& graphs) {
  Dataset data{.name = "molecules"};
  for (const Graph& graph : graphs) {
    Sample sample{.graph = graph, .targets = {static_cast<float>(graph.num_edges())}};
    const auto labels = graph.node_colours();
    sample.node_categories = Eigen::Map<const CategoryMatrix>(labels.data(), std::ssize(labels), 1);
    data.samples.push_back(std::move(sample));
  }
  return data;
}

/// A network after one epoch: its speed does not depend on how well it is trained.
learn::Predictor make_predictor(const std::string& readout) {
  const SplitDataset data{.dataset = as_dataset(molecules(64, 1'000'000))};
  learn::PipelineOptions options;
  options.dataset = "molecules";
  options.readout = readout;
  options.network.hidden = 128;
  options.network.layers = 5;
  options.training.epochs = 1;
  learn::Pipeline pipeline = learn::make_pipeline(options, data);
  (void)learn::fit(pipeline, data.dataset, {});
  return learn::Predictor(std::move(pipeline));
}

/// What predictors did before networks were compiled.
double predict_ordinary(const learn::Pipeline& pipeline, const nn::GraphTensors& data) {
  const std::vector<std::int64_t> first = {0};
  return train::predict(*pipeline.model, data, first, 1).item<double>();
}

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double quantile(std::vector<double>& values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

/// Calls predict(i) for i from 0 on, after a warm-up, and prints what it takes. On a busy machine
/// the slowest by the wall clock are those that waited for others; CPU time still means something.
void measure(std::int64_t count, const std::function<void(std::int64_t)>& predict) {
  using Clock = std::chrono::steady_clock;
  const std::int64_t warm_up = count / 10 + 1;
  for (std::int64_t i = 0; i < warm_up; ++i) predict(i);
  std::vector<double> wall(static_cast<std::size_t>(count));
  std::vector<double> cpu(static_cast<std::size_t>(count));
  const std::int64_t allocations = bench::allocations();
  for (std::int64_t i = 0; i < count; ++i) {
    const double cpu_start = thread_seconds();
    const auto start = Clock::now();
    predict(warm_up + i);
    wall[i] = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
    cpu[i] = 1e6 * (thread_seconds() - cpu_start);
  }
  const auto taken = static_cast<double>(bench::allocations() - allocations);
  const Json result = {{"predictions", count},
                       {"p50 us", quantile(wall, 0.5)},
                       {"p99 us", quantile(wall, 0.99)},
                       {"cpu p50 us", quantile(cpu, 0.5)},
                       {"cpu p99 us", quantile(cpu, 0.99)},
                       {"allocations", taken / static_cast<double>(count)}};
  std::cout << dump_json(result) << '\n';
}

void run_one(const std::string& readout, const std::string& path, std::int64_t count) {
  const learn::Predictor predictor = make_predictor(readout);
  const learn::Pipeline& pipeline = predictor.pipeline();
  const std::vector<Graph> graphs = molecules(count + count / 10 + 1, 0);
  if (path == "compiled") {
    std::vector<double> row(1);
    measure(count, [&](std::int64_t i) { predictor.predict(graphs[i], row); });
  } else if (path == "ordinary") {
    measure(count, [&](std::int64_t i) {
      (void)predict_ordinary(pipeline,
                             learn::prepare(pipeline, as_dataset({graphs[i]}), {.threads = 1}));
    });
  } else if (path == "network" || path == "plain") {
    std::vector<nn::GraphTensors> prepared;
    for (const Graph& graph : molecules(256, 0)) {
      prepared.push_back(learn::prepare(pipeline, as_dataset({graph}), {.threads = 1}));
    }
    const at::NoGradGuard no_grad;
    measure(count, [&](std::int64_t i) {
      const nn::GraphTensors& data = prepared[i % std::ssize(prepared)];
      if (path == "network") {
        (void)predictor.predict(data);
      } else {
        (void)pipeline.model->forward(nn::make_batch(data));
      }
    });
  } else {
    throw std::runtime_error("there is no path " + path);
  }
}

void run_soak(const std::string& readout, std::int64_t most, double seconds) {
  const learn::Predictor predictor = make_predictor(readout);
  const std::vector<Graph> graphs = molecules(num_soaked, 0);
  std::vector<double> row(1);
  for (const Graph& graph : graphs) predictor.predict(graph, row);
  const std::int64_t before = bench::resident_bytes();
  const auto start = std::chrono::steady_clock::now();
  std::int64_t done = 0;
  const auto passed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  while (done < most && passed() < seconds) {
    for (std::int64_t i = 0; i < 1000; ++i) predictor.predict(graphs[done++ % num_soaked], row);
  }
  const Json result = {{"predictions", done},
                       {"seconds", passed()},
                       {"resident bytes before", before},
                       {"resident bytes after", bench::resident_bytes()}};
  std::cout << dump_json(result) << '\n';
}

void run_check(const std::string& readout) {
  const learn::Predictor predictor = make_predictor(readout);
  const learn::Pipeline& pipeline = predictor.pipeline();
  double largest = 0.0;
  double size = 0.0;
  for (const Graph& graph : molecules(200, 0)) {
    const double expected =
        predict_ordinary(pipeline, learn::prepare(pipeline, as_dataset({graph}), {.threads = 1}));
    largest = std::max(largest, std::abs(predictor.predict(graph).front() - expected));
    size = std::max(size, std::abs(expected));
  }
  const Json result = {{"compiled", predictor.is_compiled()},
                       {"largest difference", largest},
                       {"largest answer", size}};
  std::cout << dump_json(result) << '\n';
}

int run(const std::vector<std::string>& arguments) {
  at::set_num_threads(1);
  const std::string command = arguments.empty() ? "" : arguments[0];
  if (command == "one" && arguments.size() >= 3) {
    run_one(arguments[1], arguments[2],
            arguments.size() > 3 ? std::atoll(arguments[3].c_str()) : 20'000);
  } else if (command == "soak" && arguments.size() == 4) {
    run_soak(arguments[1], std::atoll(arguments[2].c_str()), std::atof(arguments[3].c_str()));
  } else if (command == "check" && arguments.size() == 2) {
    run_check(arguments[1]);
  } else {
    std::fputs(
        "usage: latency_bench one <READOUT> <compiled|ordinary|network|plain> [predictions] | soak "
        "<READOUT> <predictions> <seconds> | check <READOUT>\n",
        stderr);
    return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return isotypic::bench::errors_to_stderr(argc, argv, run); }
