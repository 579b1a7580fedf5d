// What channels and features cost, beside the bare calls they cannot do without.
//
// Usage: channels_bench BREC_DIRECTORY RECORD.json
// Times are the best of several interleaved rounds; embeddings have d = 64, features B = 8.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/bare_nauty.hpp"
#include "isotypic/channels/cache.hpp"
#include "isotypic/channels/eigensolver.hpp"
#include "isotypic/channels/internal/operator.hpp"
#include "isotypic/channels/random_projection.hpp"
#include "isotypic/channels/readout.hpp"
#include "isotypic/data/brec.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/base/parallel.hpp"
#include "isotypic/report/statistics.hpp"

namespace {

using namespace isotypic;
using Json = nlohmann::ordered_json;

constexpr std::int64_t width = 64;

template <typename Body>
double seconds(Body&& body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Eigen::MatrixXd embeddings(std::int64_t n) {
  Random random(11, static_cast<std::uint64_t>(n));
  Eigen::MatrixXd m(n, width);
  for (double& value : m.reshaped()) value = random.normal();
  return m;
}

const Eigen::MatrixXd& projection() {
  static const Eigen::MatrixXd r = random_projection(width, 8, 0);
  return r;
}

/// Graph to features; returns something that depends on the result.
double read_graph(const Graph& graph, const Eigen::MatrixXd& m) {
  return isotypic_features(decompose(compute_symmetry(graph)), m, {}, projection()).values[1];
}

std::vector<Graph> brec_graphs(const std::string& directory) {
  std::vector<Graph> graphs;
  for (BrecPair& pair : read_brec(directory)) {
    graphs.push_back(std::move(pair.first));
    graphs.push_back(std::move(pair.second));
  }
  return graphs;
}

Json tail_summary(const std::vector<double>& times) {
  Json summary = {{"median", report::quantile(times, 0.5)},
                  {"p90", report::quantile(times, 0.9)},
                  {"p95", report::quantile(times, 0.95)},
                  {"p99", report::quantile(times, 0.99)},
                  {"max", report::quantile(times, 1.0)}};
  for (const double limit : {0.1, 1.0, 10.0, 60.0, 600.0}) {
    const auto above = std::ranges::count_if(times, [&](double t) { return t >= limit; });
    summary["fraction_from_" + std::to_string(static_cast<int>(limit * 1000)) + "ms"] =
        static_cast<double>(above) / static_cast<double>(times.size());
  }
  return summary;
}

/// Library against bare nauty plus bare eigensolver, graph by graph, best of `rounds` each.
Json compare_with_bare(const std::vector<Graph>& graphs, int rounds) {
  double nauty = 0.0, solver = 0.0, symmetry_time = 0.0, channels_time = 0.0, features_time = 0.0;
  std::vector<double> totals;
  for (const Graph& graph : graphs) {
    bench::BareNauty bare(graph, choose_engine(graph.num_nodes()));
    const Eigen::MatrixXd m = embeddings(graph.num_nodes());
    const Orbitals orbitals = canonical_orbitals(compute_symmetry(graph));
    const Eigen::MatrixXd s =
        equivariant_matrix(orbitals, symmetrised(orbitals, draw_coefficients(orbitals.count, {})));
    std::vector<double> best(5, 1e9);
    double total = 1e9;
    for (int round = 0; round < rounds; ++round) {
      Symmetry symmetry;
      Channels channels;
      Features<double> features;
      Eigenpairs pairs;
      Eigen::MatrixXd matrix = s;
      best[0] = std::min(best[0], seconds([&] { bare.run(); }));
      best[1] = std::min(best[1], seconds([&] { pairs = solve_symmetric(std::move(matrix)); }));
      const double a = seconds([&] { symmetry = compute_symmetry(graph); });
      const double b = seconds([&] { channels = decompose(symmetry); });
      const double c =
          seconds([&] { features = isotypic_features(channels, m, {}, projection()); });
      best[2] = std::min(best[2], a);
      best[3] = std::min(best[3], b);
      best[4] = std::min(best[4], c);
      total = std::min(total, a + b + c);
    }
    nauty += best[0];
    solver += best[1];
    symmetry_time += best[2];
    channels_time += best[3];
    features_time += best[4];
    totals.push_back(total);
  }
  double total = 0.0;
  for (const double t : totals) total += t;
  std::vector<double> pairs;
  for (std::size_t i = 0; i + 1 < totals.size(); i += 2) pairs.push_back(totals[i] + totals[i + 1]);
  return {{"bare_nauty", nauty},
          {"bare_eigensolver", solver},
          {"compute_symmetry", symmetry_time},
          {"decompose", channels_time},
          {"isotypic_features", features_time},
          {"total", total},
          {"ratio", total / (nauty + solver)},
          {"per_graph", tail_summary(totals)},
          {"per_pair", tail_summary(pairs)}};
}

/// 64 relabelled copies of every graph, with and without the cache.
Json relabelled_copies(const std::vector<Graph>& graphs, std::int64_t copies) {
  ChannelCache cache;
  Random random(3);
  double labelling = 0.0, cached = 0.0, uncached = 0.0;
  for (const Graph& graph : graphs) {
    static_cast<void>(cache.decompose(compute_symmetry(graph)));
    for (std::int64_t i = 0; i < copies; ++i) {
      const Graph copy = relabel(graph, random_permutation(graph.num_nodes(), random));
      Symmetry symmetry;
      Channels channels;
      labelling += seconds([&] { symmetry = compute_symmetry(copy); });
      cached += seconds([&] { channels = cache.decompose(symmetry); });
      if (i < 4) uncached += seconds([&] { channels = decompose(symmetry); });
    }
  }
  const auto count = static_cast<double>(graphs.size()) * static_cast<double>(copies);
  return {{"copies", static_cast<std::int64_t>(count)},
          {"compute_symmetry_per_copy", labelling / count},
          {"cache_per_copy", cached / count},
          {"decompose_per_copy", uncached / static_cast<double>(4 * graphs.size())},
          {"misses", cache.statistics().misses}};
}

Json erdos_renyi_scaling() {
  Json rows = Json::array();
  for (const std::int64_t n : {16, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 512, 1024}) {
    Random random(static_cast<std::uint64_t>(n));
    std::vector<double> times;
    const int graphs = n <= 256 ? 50 : 5;
    for (int i = 0; i < graphs; ++i) {
      const Graph graph = erdos_renyi_graph(n, 0.1, random);
      const Eigen::MatrixXd m = embeddings(n);
      double best = 1e9;
      for (int round = 0; round < 3; ++round) {
        best = std::min(best, seconds([&] { static_cast<void>(read_graph(graph, m)); }));
      }
      times.push_back(best);
    }
    rows.push_back({{"n", n},
                    {"median", report::quantile(times, 0.5)},
                    {"p90", report::quantile(times, 0.9)}});
  }
  return rows;
}

/// Processor time of all threads of this process.
double processor_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

/// Wall time tells the speed-up on an idle machine; processor time tells what threads cost each
/// other on any machine: without contention it is the same for one thread and two.
Json two_threads(const std::vector<Graph>& graphs) {
  std::vector<Eigen::MatrixXd> inputs;
  for (const Graph& graph : graphs) inputs.push_back(embeddings(graph.num_nodes()));
  std::vector<double> wall(3, 1e9);
  std::vector<double> processor(3, 1e9);
  for (int round = 0; round < 9; ++round) {
    for (const int threads : {1, 2}) {
      const double start = processor_seconds();
      wall[threads] = std::min(wall[threads], seconds([&] {
                                 parallel_for(std::ssize(graphs), threads, [&](std::int64_t i) {
                                   static_cast<void>(read_graph(graphs[i], inputs[i]));
                                 });
                               }));
      processor[threads] = std::min(processor[threads], processor_seconds() - start);
    }
  }
  return {{"one_thread", wall[1]},
          {"two_threads", wall[2]},
          {"speed_up", wall[1] / wall[2]},
          {"processor_one_thread", processor[1]},
          {"processor_two_threads", processor[2]},
          {"processor_ratio", processor[1] / processor[2]}};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: channels_bench BREC_DIRECTORY RECORD.json\n";
    return 2;
  }
  const std::vector<Graph> graphs = brec_graphs(argv[1]);
  Json record = {{"program", "channels_bench"},
                 {"width", width},
                 {"max_blocks", IsotypicReadoutOptions{}.max_blocks},
                 {"graphs", graphs.size()}};
  record["brec"] = compare_with_bare(graphs, 9);
  record["relabelled_copies"] = relabelled_copies(graphs, 64);
  record["erdos_renyi"] = erdos_renyi_scaling();
  record["threads"] = two_threads(graphs);
  std::ofstream(argv[2]) << record.dump(2) << '\n';
  std::cout << record.dump(2) << '\n';
  return 0;
}
