// Training steps of the neural stack: forward + backward + Adam, on one thread, in milliseconds of
// that thread's CPU time (on an idle machine the same as wall time, on a busy one still
// meaningful).
//
//   nn_bench step <CASE> <sum|isotypic> <fused|plain> [rounds]   best time of a step
//   nn_bench shares <CASE> <sum|isotypic>                         parts of a step
//   nn_bench added <CASE>                                         a step with the isotypic readout
//                                                                 over one with sum pooling
//   nn_bench joints <CASE>                                        steps with what may stand between
//                                                                 layers over one without, fused
//                                                                 and plain
//   nn_bench operators <CASE | ZINC folder>                       steps with the readouts of
//   learned
//                                                                 operators over one with sum
//   nn_bench fma                                                  GFLOP/s of fused multiply-adds
//   nn_bench beside                                               throughput of two trainings
//                                                   against one, by CPU time and by the wall clock
//
// The cases: nn_workloads.hpp.
// bench/pyg_step.py runs this program in turns with PyTorch Geometric and prints the ratios.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <utility>

#include "bench/errors_to_stderr.hpp"
#include "bench/fma_peak.hpp"
#include "bench/nn_workloads.hpp"
#include "bench/training_steps.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/nn/model.hpp"

namespace {

using namespace isotypic;  // NOLINT: a program, not a header
using bench::cpu_milliseconds;
using bench::Stepper;
using bench::Workload;

double best_step(const Workload& workload, int rounds) {
  at::set_num_threads(1);
  Stepper stepper(workload);
  for (int i = 0; i < 3; ++i) stepper.step();
  double best = 1e300;
  for (int round = 0; round < rounds; ++round) {
    const double start = cpu_milliseconds();
    stepper.step();
    best = std::min(best, cpu_milliseconds() - start);
  }
  return best;
}

Workload with_isotypic_readout(Workload workload) {
  workload.model.readout.parts = {nn::ReadoutKind::Isotypic};
  return workload;
}

/// Steps with the readouts of learned operators over one with sum pooling, as JSON.
void print_operators(const Workload& workload) {
  constexpr std::array<const char*, 4> readouts = {"sum", "deepsets", "structure", "operators"};
  std::vector<Workload> workloads;
  for (const char* readout : readouts) {
    workloads.push_back(workload);
    workloads.back().model.readout = nn::named_readout(readout, 8, 0);
    if (!nn::needs_pairs(workloads.back().model.readout)) workloads.back().data.pairs.reset();
  }
  const std::vector<double> steps = bench::steps_in_turns(workloads);
  for (std::size_t i = 0; i < readouts.size(); ++i) {
    std::printf("%s{\"readout\": \"%s\", \"ms\": %.3f, \"over sum\": %.3f}%s\n", i == 0 ? "[" : " ",
                readouts[i], steps[i], steps[i] / steps[0], i + 1 < readouts.size() ? "," : "]");
  }
}

double added_by_isotypic(const Workload& workload) {
  const std::vector<double> steps =
      bench::steps_in_turns({workload, with_isotypic_readout(workload)});
  return steps[1] / steps[0];
}

/// Steps with dropout, residual connections, feed-forward blocks, virtual nodes, and all of them,
/// over one without, as JSON.
void print_joints(const Workload& workload) {
  constexpr std::array<const char*, 6> parts = {"bare",         "dropout",      "residual",
                                                "feed-forward", "virtual-node", "all"};
  std::vector<Workload> workloads;
  for (const nn::Kernels kernels : {nn::Kernels::Fused, nn::Kernels::Plain}) {
    for (std::size_t part = 0; part < parts.size(); ++part) {
      nn::EncoderOptions& encoder = workloads.emplace_back(workload).model.encoder;
      encoder.kernels = kernels;
      encoder.dropout = part == 1 || part == 5 ? 0.1 : 0.0;
      encoder.residual = part == 2 || part == 5;
      encoder.feed_forward = part == 3 || part == 5;
      encoder.virtual_node = part == 4 || part == 5;
    }
  }
  const std::vector<double> steps = bench::steps_in_turns(workloads);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double plain = steps[parts.size() + i];
    std::printf(
        "%s{\"part\": \"%s\", \"fused ms\": %.3f, \"over bare\": %.3f, \"plain ms\": %.3f, "
        "\"plain over fused\": %.3f}%s\n",
        i == 0 ? "[" : " ", parts[i], steps[i], steps[i] / steps[0], plain, plain / steps[i],
        i + 1 < parts.size() ? "," : "]");
  }
}

/// Shares of the parts of a step, by their medians.
void print_shares(const Workload& workload) {
  at::set_num_threads(1);
  Stepper stepper(workload);
  std::array<std::vector<double>, 5> times;
  for (int round = 0; round < 200; ++round) {
    const Stepper::Parts parts = stepper.timed_step();
    const std::array<double, 5> one = {parts.batch, parts.encoder, parts.readout, parts.head,
                                       parts.optimiser};
    for (std::size_t i = 0; i < one.size(); ++i) times[i].push_back(one[i]);
  }
  std::array<double, 5> medians{};
  for (std::size_t i = 0; i < medians.size(); ++i) medians[i] = bench::median(times[i]);
  const double total = std::accumulate(medians.begin(), medians.end(), 0.0);
  constexpr std::array<const char*, 5> names = {"batch", "encoder", "readout", "head", "optimiser"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::printf("%s %.3f ms %.1f %%\n", names[i], medians[i], 100 * medians[i] / total);
  }
}

/// Milliseconds a step, mean over the trainings.
struct MeanStep {
  double cpu = 0.0;
  double wall = 0.0;
};

double wall_milliseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(now).count();
}

/// `threads` trainings that run at the same time for a second each.
MeanStep mean_step(const Workload& workload, int threads) {
  std::vector<MeanStep> means(static_cast<std::size_t>(threads));
  {
    std::vector<std::jthread> running;
    for (int t = 0; t < threads; ++t) {
      running.emplace_back([&, t] {
        at::set_num_threads(1);
        Stepper stepper(workload);
        for (int i = 0; i < 3; ++i) stepper.step();
        std::int64_t steps = 0;
        const double cpu = cpu_milliseconds();
        const double wall = wall_milliseconds();
        for (; wall_milliseconds() - wall < 1e3; ++steps) stepper.step();
        means[t] = {(cpu_milliseconds() - cpu) / static_cast<double>(steps),
                    (wall_milliseconds() - wall) / static_cast<double>(steps)};
      });
    }
  }
  MeanStep mean;
  for (const MeanStep& one : means) {
    mean.cpu += one.cpu / threads;
    mean.wall += one.wall / threads;
  }
  return mean;
}

/// Throughput of two trainings against one, by CPU time and by the wall clock.
void print_beside() {
  const Workload workload = bench::make_workload("a");
  std::vector<double> cpu;
  std::vector<double> wall;
  for (int round = 0; round < 5; ++round) {
    const MeanStep one = mean_step(workload, 1);
    const MeanStep two = mean_step(workload, 2);
    cpu.push_back(2.0 * one.cpu / two.cpu);
    wall.push_back(2.0 * one.wall / two.wall);
  }
  std::printf("%.3f %.3f\n", bench::median(cpu), bench::median(wall));
}

int run(const std::vector<std::string>& arguments) {
  const std::string command = arguments.empty() ? "" : arguments[0];
  if ((command == "step" || command == "shares") && arguments.size() >= 3) {
    Workload workload = bench::make_workload(arguments[1]);
    if (arguments[2] == "isotypic") workload = with_isotypic_readout(std::move(workload));
    if (command == "shares") {
      print_shares(workload);
      return 0;
    }
    if (arguments.size() > 3 && arguments[3] == "plain")
      workload.model.encoder.kernels = nn::Kernels::Plain;
    const int rounds = arguments.size() > 4 ? std::atoi(arguments[4].c_str()) : 50;
    std::printf("%.4f\n", best_step(workload, rounds));
    return 0;
  }
  if (command == "added" && arguments.size() == 2) {
    std::printf("%.4f\n", added_by_isotypic(bench::make_workload(arguments[1])));
    return 0;
  }
  if (command == "joints" && arguments.size() == 2) {
    print_joints(bench::make_workload(arguments[1]));
    return 0;
  }
  if (command == "operators" && arguments.size() == 2) {
    print_operators(bench::with_pairs(arguments[1]));
    return 0;
  }
  if (command == "fma") {
    std::printf("%.1f\n", bench::fma_gflops());
    return 0;
  }
  if (command == "beside") {
    print_beside();
    return 0;
  }
  std::fputs(
      "usage: nn_bench step <CASE> <sum|isotypic> <fused|plain> [rounds] | shares <CASE> "
      "<sum|isotypic> | added <CASE> | joints <CASE> | operators <CASE | ZINC folder> | fma | "
      "beside\n",
      stderr);
  return 1;
}

}  // namespace

int main(int argc, char** argv) { return isotypic::bench::errors_to_stderr(argc, argv, run); }
