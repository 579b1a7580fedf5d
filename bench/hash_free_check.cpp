// Draws relabelled copies of graphs, each with another seed of the channels and one of the two
// engines, and records how far hash-free features deviate. Nothing is cached.
//
// Usage: hash_free_check BREC_DIRECTORY COPIES RECORD.json

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/graph_sources.hpp"
#include "isotypic/base/parallel.hpp"
#include "isotypic/channels/components_readout.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/graph/wl_hard.hpp"
#include "isotypic/ladder/compare.hpp"

namespace {

using namespace isotypic;

std::vector<Graph> random_graphs(std::int64_t count) {
  Random random(2025);
  std::vector<Graph> graphs;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t n = 6 + 2 * random.below(16);
    switch (i % 3) {
      case 0:
        graphs.push_back(erdos_renyi_graph(n, 0.05 + 0.5 * random.uniform(), random));
        break;
      case 1:
        graphs.push_back(random_tree(n, random));
        break;
      default:
        graphs.push_back(random_regular_graph(n, 3, random));
    }
  }
  return graphs;
}

/// Features whose deviation is measured, and rungs that must be equal.
struct Seen {
  std::vector<RungInvariant> rungs;
  std::vector<double> structure;
  Eigen::VectorXd readout;
};

/// Node embeddings that follow the nodes: degrees, and sums of them over neighbours.
Eigen::MatrixXd embeddings_of(const Graph& graph) {
  Eigen::MatrixXd m = Eigen::MatrixXd::Ones(graph.num_nodes(), 3);
  for (int column = 1; column < 3; ++column) {
    for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
      double sum = 0.0;
      for (const std::int32_t w : graph.neighbours(v)) sum += m(w, column - 1);
      m(v, column) = std::log1p(sum);
    }
  }
  return m;
}

Seen look(const Graph& graph, std::optional<SymmetryEngine> engine, std::uint64_t seed) {
  LadderOptions options;
  options.engine = engine;
  options.channel_seed = seed;
  GraphLadder ladder(graph, options);
  Seen seen;
  for (const Rung rung : all_rungs) {
    // The last rungs take long, and two marks take the same path through the code.
    if (rung >= Rung::TwoMarks && graph.num_nodes() > 40) break;
    if (rung >= Rung::ThreeMarks && graph.num_nodes() > 16) break;
    seen.rungs.push_back(ladder.at(rung));
  }
  const Channels channels =
      decompose(ladder.symmetry(), {.seed = seed, .grouping = Grouping::Components});
  const auto structures = component_structures(channels, graph);
  for (const ComponentStructure& one : order_by_value(structures)) {
    seen.structure.insert(seen.structure.end(), one.moments.begin(), one.moments.end());
  }
  seen.readout = components_readout(channels, structures, embeddings_of(graph));
  return seen;
}

struct Tally {
  std::int64_t copies = 0;
  std::int64_t rungs = 0;
  std::int64_t rungs_that_differ = 0;
  double worst_structure = 0.0;
  double worst_readout = 0.0;

  void add(const Tally& other) {
    copies += other.copies;
    rungs += other.rungs;
    rungs_that_differ += other.rungs_that_differ;
    worst_structure = std::max(worst_structure, other.worst_structure);
    worst_readout = std::max(worst_readout, other.worst_readout);
  }
};

Tally draw(const Graph& graph, std::int64_t copies, std::uint64_t stream) {
  Random random(7, stream);
  const Seen expected = look(graph, std::nullopt, 0);
  Tally tally;
  for (std::int64_t i = 0; i < copies; ++i) {
    const Graph copy = relabel(graph, random_permutation(graph.num_nodes(), random));
    const auto engine = i % 2 == 0 ? SymmetryEngine::DenseNauty : SymmetryEngine::Traces;
    const Seen seen = look(copy, engine, random.bits());
    ++tally.copies;
    for (std::size_t r = 0; r < seen.rungs.size(); ++r) {
      ++tally.rungs;
      tally.rungs_that_differ += difference(expected.rungs[r], seen.rungs[r]) ? 1 : 0;
    }
    if (seen.structure.size() != expected.structure.size()) {
      tally.worst_structure = INFINITY;
      continue;
    }
    for (std::size_t k = 0; k < seen.structure.size(); ++k) {
      tally.worst_structure =
          std::max(tally.worst_structure, std::abs(seen.structure[k] - expected.structure[k]));
    }
    tally.worst_readout = std::max(tally.worst_readout, (seen.readout - expected.readout).norm() /
                                                            std::max(1.0, expected.readout.norm()));
  }
  return tally;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: hash_free_check BREC_DIRECTORY COPIES RECORD.json\n";
    return 2;
  }
  const std::int64_t copies = std::stoll(argv[2]);
  std::vector<GraphSource> sources = {{"random graphs, trees, cubic graphs, 6 to 36 nodes", {}},
                                      {"both suites of WL-hard pairs", {}},
                                      brec_source(argv[1])};
  sources[0].graphs = random_graphs(3000);
  for (const auto& suite : {wl_hard_suite(), extended_wl_hard_suite()}) {
    for (const GraphPair& pair : suite) {
      sources[1].graphs.push_back(pair.first);
      sources[1].graphs.push_back(pair.second);
    }
  }
  // Copies of small graphs are cheap: most of them are of the first two kinds.
  const double shares[] = {0.7, 0.2, 0.1};
  const auto start = std::chrono::steady_clock::now();
  nlohmann::ordered_json record = {{"program", "hash_free_check"}};
  Tally total;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    const auto& graphs = sources[s].graphs;
    const auto each = static_cast<std::int64_t>(
        std::ceil(shares[s] * static_cast<double>(copies) / static_cast<double>(graphs.size())));
    std::vector<Tally> tallies(graphs.size());
    parallel_for(std::ssize(graphs), 0, [&](std::int64_t i) {
      tallies[i] = draw(graphs[i], each, static_cast<std::uint64_t>(i));
    });
    Tally own;
    for (const Tally& tally : tallies) own.add(tally);
    record["sources"].push_back({{"name", sources[s].name},
                                 {"graphs", graphs.size()},
                                 {"copies", own.copies},
                                 {"rungs", own.rungs},
                                 {"rungs_that_differ", own.rungs_that_differ},
                                 {"worst_structure", own.worst_structure},
                                 {"worst_readout", own.worst_readout}});
    total.add(own);
  }
  record["copies"] = total.copies;
  record["rungs_that_differ"] = total.rungs_that_differ;
  record["worst_structure"] = total.worst_structure;
  record["worst_readout"] = total.worst_readout;
  record["seconds"] =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::ofstream(argv[3]) << record.dump(2) << '\n';
  const bool passed =
      total.rungs_that_differ == 0 && total.worst_structure <= 1e-9 && total.worst_readout <= 1e-9;
  std::cout << record.dump(2) << '\n' << (passed ? "passed" : "FAILED") << '\n';
  return passed ? 0 : 1;
}
