// Hard graphs: processor time of group queries and canonical forms, ours against bare Traces and
// bare bliss on the same graphs.
//
//   hard_graphs [SECONDS [NAME]] > docs/results/hard-graphs.json
//
// Every search runs in a process of its own that is ended after SECONDS of processor time (10), and
// counts the time of processes that it starts itself. NAME picks the instances whose names contain
// it. Searches of one graph run one after the other, so that a noisy machine disturbs all alike.

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <bliss/graph.hh>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/bare_nauty.hpp"
#include "bench/hard_instances.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::bench {
namespace {

using Json = nlohmann::ordered_json;

double used_seconds(int who) {
  rusage usage{};
  ::getrusage(who, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double all_used_seconds() { return used_seconds(RUSAGE_SELF) + used_seconds(RUSAGE_CHILDREN); }

/// The processor seconds that `work` takes in a process of its own; nothing at the limit.
std::optional<double> processor_seconds(const std::function<void()>& work, double limit) {
  int ends[2];
  if (::pipe(ends) != 0) std::exit(1);
  const pid_t id = ::fork();
  if (id == 0) {
    const auto most = static_cast<rlim_t>(std::ceil(limit));
    const rlimit seconds{most, most};
    ::setrlimit(RLIMIT_CPU, &seconds);
    const double begin = all_used_seconds();
    work();
    const double taken = all_used_seconds() - begin;
    const bool sent = ::write(ends[1], &taken, sizeof taken) == sizeof taken;
    ::_exit(sent ? 0 : 1);
  }
  ::close(ends[1]);
  double taken = 0.0;
  const bool done = ::read(ends[0], &taken, sizeof taken) == sizeof taken;
  ::close(ends[0]);
  while (::waitpid(id, nullptr, 0) < 0) {
  }
  return done && taken <= limit ? std::optional(taken) : std::nullopt;
}

void run_bliss(const Graph& source, bool canonical) {
  bliss::Graph graph(static_cast<unsigned int>(source.num_nodes()));
  for (const auto& [u, v] : source.edges()) graph.add_edge(u, v);
  bliss::Stats stats;
  if (canonical) {
    (void)graph.canonical_form(stats, nullptr, nullptr);
  } else {
    graph.find_automorphisms(stats, nullptr, nullptr);
  }
}

Json to_json(const std::optional<double>& seconds) { return seconds ? Json(*seconds) : Json(); }

/// One question put to three engines.
struct Times {
  std::optional<double> ours, traces, bliss;

  [[nodiscard]] Json json() const {
    return {{"ours", to_json(ours)}, {"traces", to_json(traces)}, {"bliss", to_json(bliss)}};
  }
};

/// Sums up one question over all graphs on which somebody needs 50 ms and somebody ends. A search
/// that was stopped counts with the limit.
class Comparison {
 public:
  explicit Comparison(double limit) : limit_(limit) {}

  void add(const std::string& name, const Times& times) {
    const double ours = times.ours.value_or(limit_);
    const double traces = times.traces.value_or(limit_);
    const double bliss = times.bliss.value_or(limit_);
    const double best = std::min(traces, bliss);
    if (!times.traces && !times.bliss && !times.ours) return;
    if (std::max({ours, traces, bliss}) < 0.05) return;
    const auto log_ratio = [](double a, double b) {
      constexpr double tick = 1e-3;  // shorter times are not measured well
      return std::log(std::max(a, tick) / std::max(b, tick));
    };
    ++count_;
    to_best_ += log_ratio(ours, best);
    to_traces_ += log_ratio(ours, traces);
    to_bliss_ += log_ratio(ours, bliss);
    if (!times.ours) unsolved_.push_back(name);
    if (ours > 10 * best && ours > 1.0) slow_.push_back(name);
  }

  [[nodiscard]] Json json() const {
    const auto mean = [&](double sum) { return std::exp(sum / std::max(1.0, count_)); };
    return {{"graphs", count_},
            {"geometric mean of the ratio to the better of the two", mean(to_best_)},
            {"to Traces", mean(to_traces_)},
            {"to bliss", mean(to_bliss_)},
            {"unsolved though one of them solves it", unsolved_},
            {"above 10 times the better and 1 s", slow_}};
  }

 private:
  double limit_;
  double count_ = 0.0;
  double to_best_ = 0.0;
  double to_traces_ = 0.0;
  double to_bliss_ = 0.0;
  std::vector<std::string> unsolved_;
  std::vector<std::string> slow_;
};

int run(int argc, char** argv) {
  const double limit = argc > 1 ? std::strtod(argv[1], nullptr) : 10.0;
  const std::string wanted = argc > 2 ? argv[2] : "";
  Comparison groups(limit);
  Comparison forms(limit);
  Json rows = Json::array();
  for (const auto& [family, name, graph] : hard_instances()) {
    if (name.find(wanted) == std::string::npos) continue;
    const auto time = [&](const std::function<void()>& work) {
      return processor_seconds(work, limit);
    };
    const Times group = {time([&] { (void)compute_symmetry(graph, {.canonical_form = false}); }),
                         time([&] { BareNauty(graph, SymmetryEngine::Traces).run_for_group(); }),
                         time([&] { run_bliss(graph, false); })};
    const Times form = {time([&] { (void)compute_symmetry(graph); }),
                        time([&] { BareNauty(graph, SymmetryEngine::Traces).run(); }),
                        time([&] { run_bliss(graph, true); })};
    groups.add(name, group);
    forms.add(name, form);
    rows.push_back({{"family", family},
                    {"name", name},
                    {"nodes", graph.num_nodes()},
                    {"edges", graph.num_edges()},
                    {"group", group.json()},
                    {"canonical form", form.json()}});
    std::fprintf(stderr, "%s\n", rows.back().dump().c_str());
  }
  const Json record = {{"command", "hard_graphs"},
                       {"limit in processor seconds", limit},
                       {"group", groups.json()},
                       {"canonical form", forms.json()},
                       {"graphs", rows}};
  std::printf("%s\n", record.dump(1).c_str());
  return 0;
}

}  // namespace
}  // namespace isotypic::bench

int main(int argc, char** argv) { return isotypic::bench::run(argc, argv); }
