// Symmetry and orbitals of the 800 BREC graphs against the bare nauty calls on the same graphs,
// two threads against one, and, where a file of it is given, the paper's recipe in NetworkX.
//
//   brec_symmetry BREC_DIRECTORY [NETWORKX.csv] > docs/results/brec_symmetry.json
//
// Ratios are taken within this run: every graph is timed several times in turn with its rival,
// and the least time of each counts, so that a noisy machine disturbs both alike.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "bench/bare_nauty.hpp"
#include "isotypic/data/brec.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/parallel.hpp"
#include "isotypic/report/statistics.hpp"
#include "isotypic/symmetry/orbitals.hpp"

namespace isotypic::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr int repetitions = 15;

double seconds(const std::function<void()>& body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct Times {
  double symmetry = std::numeric_limits<double>::max();
  double orbitals = std::numeric_limits<double>::max();
  double same_engine = std::numeric_limits<double>::max();  ///< bare call, the engine we use
  double dense = std::numeric_limits<double>::max();        ///< bare call, dense nauty
  [[nodiscard]] double ours() const { return symmetry + orbitals; }
};

Times measure(const Graph& graph) {
  Times best;
  BareNauty same(graph, choose_engine(graph.num_nodes()));
  BareNauty dense(graph, SymmetryEngine::DenseNauty);
  for (int r = 0; r < repetitions; ++r) {
    Symmetry symmetry;
    best.symmetry = std::min(best.symmetry, seconds([&] { symmetry = compute_symmetry(graph); }));
    best.orbitals = std::min(best.orbitals, seconds([&] { (void)canonical_orbitals(symmetry); }));
    best.same_engine = std::min(best.same_engine, seconds([&] { same.run(); }));
    best.dense = std::min(best.dense, seconds([&] { dense.run(); }));
  }
  return best;
}

double two_thread_speedup(const std::vector<Graph>& graphs) {
  double one = std::numeric_limits<double>::max();
  double two = one;
  const auto run = [&](std::int64_t threads) {
    return seconds([&] {
      // Several rounds, so that the largest graph does not decide when a thread runs dry.
      parallel_for(4 * static_cast<std::int64_t>(graphs.size()), threads, [&](std::int64_t i) {
        (void)canonical_orbitals(compute_symmetry(graphs[i % graphs.size()]));
      });
    });
  };
  for (int r = 0; r < 7; ++r) {
    one = std::min(one, run(1));
    two = std::min(two, run(2));
  }
  return one / two;
}

/// Graph number and seconds: columns one and three of the recipe's CSV.
std::vector<std::pair<std::size_t, double>> read_recipe(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  std::vector<std::pair<std::size_t, double>> rows;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string graph;
    std::string nodes;
    std::string time;
    std::getline(fields, graph, ',');
    std::getline(fields, nodes, ',');
    std::getline(fields, time, ',');
    rows.emplace_back(std::stoul(graph), std::stod(time));
  }
  return rows;
}

/// Quantiles of both over the graphs that the recipe was run on.
Json compare_with_recipe(const std::vector<double>& ours, const char* path) {
  std::vector<double> same;
  std::vector<double> recipe;
  for (const auto& [graph, time] : read_recipe(path)) {
    same.push_back(ours.at(graph));
    recipe.push_back(time);
  }
  Json comparison = {{"graphs", same.size()}};
  for (const double q : {0.5, 0.9, 0.95, 0.99}) {
    const double a = report::quantile(same, q);
    const double b = report::quantile(recipe, q);
    comparison["quantiles"].push_back(
        {{"quantile", q}, {"ours", a}, {"recipe", b}, {"ratio", b / a}});
  }
  return comparison;
}

int run(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: brec_symmetry BREC_DIRECTORY [NETWORKX.csv]\n");
    return 2;
  }
  std::vector<Graph> graphs;
  for (BrecPair& pair : read_brec(argv[1])) {
    graphs.push_back(std::move(pair.first));
    graphs.push_back(std::move(pair.second));
  }
  Times total{0, 0, 0, 0};
  std::vector<double> ours;
  for (const Graph& graph : graphs) {
    const Times times = measure(graph);
    total.symmetry += times.symmetry;
    total.orbitals += times.orbitals;
    total.same_engine += times.same_engine;
    total.dense += times.dense;
    ours.push_back(times.ours());
  }
  const report::Summary per_graph = report::summarize(ours);
  Json record = {{"command", "brec_symmetry"},
                 {"graphs", graphs.size()},
                 {"seconds",
                  {{"symmetry", total.symmetry},
                   {"orbitals", total.orbitals},
                   {"bare calls, same engine", total.same_engine},
                   {"bare calls, dense nauty", total.dense}}},
                 {"ratio to the bare calls of the same engine", total.ours() / total.same_engine},
                 {"ratio to bare dense nauty", total.ours() / total.dense},
                 {"seconds per graph",
                  {{"median", per_graph.median},
                   {"p95", per_graph.p95},
                   {"p99", per_graph.p99},
                   {"max", per_graph.max}}},
                 {"two threads over one", two_thread_speedup(graphs)}};
  if (argc > 2) record["NetworkX recipe"] = compare_with_recipe(ours, argv[2]);
  std::printf("%s\n", record.dump(2).c_str());
  return 0;
}

}  // namespace
}  // namespace isotypic::bench

int main(int argc, char** argv) {
  try {
    return isotypic::bench::run(argc, argv);
  } catch (const isotypic::Error& error) {
    std::fprintf(stderr, "brec_symmetry: %s\n", error.what());
    return 1;
  }
}
