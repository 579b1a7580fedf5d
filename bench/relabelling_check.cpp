// Draws (graph, permutation, embedding) triples and records how far the features of relabelled
// copies deviate. Nothing is cached: every copy is labelled, decomposed and read from scratch.
//
// Usage: relabelling_check BREC_DIRECTORY DRAWS RECORD.json [local]
// With `local` everything is decomposed by motifs.

#include <chrono>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "bench/graph_sources.hpp"
#include "isotypic/channels/local_readout.hpp"
#include "isotypic/channels/serialise.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/random_graphs.hpp"

namespace {

using namespace isotypic;

/// All graphs with 1..max_nodes nodes up to isomorphism: every graph with one node more is a
/// smaller one and a set of neighbours for the new node.
std::vector<Graph> all_graphs(std::int32_t max_nodes) {
  std::vector<Graph> all = {make_graph(1, {})};
  std::vector<Graph> layer = all;
  for (std::int32_t n = 1; n < max_nodes; ++n) {
    std::set<Hash128> seen;
    std::vector<Graph> next;
    for (const Graph& graph : layer) {
      for (std::uint32_t subset = 0; subset < (1U << n); ++subset) {
        std::vector<Edge> edges = graph.edges();
        for (std::int32_t v = 0; v < n; ++v) {
          if ((subset >> v & 1U) != 0) edges.push_back({v, n});
        }
        Graph grown = make_graph(n + 1, edges);
        if (seen.insert(compute_symmetry(grown).hash).second) next.push_back(std::move(grown));
      }
    }
    all.insert(all.end(), next.begin(), next.end());
    layer = std::move(next);
  }
  return all;
}

std::vector<Graph> random_graphs(std::int64_t count) {
  Random random(2024);
  std::vector<Graph> graphs;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t n = 5 + random.below(36);
    switch (i % 4) {
      case 0:
        graphs.push_back(erdos_renyi_graph(n, 0.05 + 0.5 * random.uniform(), random));
        break;
      case 1:
        graphs.push_back(random_tree(n, random));
        break;
      case 2:
        graphs.push_back(random_regular_graph(2 * (n / 2), 3, random));
        break;
      default:
        graphs.push_back(
            disjoint_copies(random_tree(3 + random.below(5), random), 2 + random.below(5)));
    }
  }
  return graphs;
}

/// Deviations of one pair of feature vectors.
template <typename Vector>
double deviation(const Vector& a, const Vector& b) {
  const double norm = a.template cast<double>().norm();
  return norm == 0.0 ? b.template cast<double>().norm()
                     : (a - b).template cast<double>().norm() / norm;
}

struct Tally {
  std::int64_t graphs = 0;
  std::int64_t draws = 0;
  std::int64_t equal_bytes = 0;
  double worst_double = 0.0;
  double worst_float = 0.0;
};

/// A dense decomposition, and whether two are equal byte for byte.
struct Dense {
  static Channels split(const Graph& graph) { return decompose(graph); }
  static bool equal(const Channels& a, const Channels& b) {
    return serialise(*a.canonical) == serialise(*b.canonical);
  }
};

/// The same for a decomposition by motifs.
struct Local {
  static LocalChannels split(const Graph& graph) {
    return decompose_locally(compute_symmetry(graph));
  }
  static bool equal(const LocalChannels& a, const LocalChannels& b) {
    return *a.canonical == *b.canonical;
  }
};

template <typename Way>
void draw(const Graph& graph, std::int64_t copies, Random& random, Tally& tally) {
  const std::int64_t n = graph.num_nodes();
  Eigen::MatrixXd m(n, 8);
  for (double& value : m.reshaped()) value = random.normal();
  const auto channels = Way::split(graph);
  const auto in_double = isotypic_features(channels, m);
  const auto in_float = isotypic_features(channels, Eigen::MatrixXf(m.cast<float>()));
  ++tally.graphs;
  for (std::int64_t i = 0; i < copies; ++i) {
    const Permutation p = random_permutation(n, random);
    const auto copy = Way::split(relabel(graph, p));
    Eigen::MatrixXd moved(n, m.cols());
    for (std::int64_t v = 0; v < n; ++v) moved.row(p[v]) = m.row(v);
    const auto copy_double = isotypic_features(copy, moved);
    const auto copy_float = isotypic_features(copy, Eigen::MatrixXf(moved.cast<float>()));
    ++tally.draws;
    tally.equal_bytes += static_cast<std::int64_t>(Way::equal(channels, copy));
    tally.worst_double =
        std::max(tally.worst_double, deviation(in_double.values, copy_double.values));
    tally.worst_float = std::max(tally.worst_float, deviation(in_float.values, copy_float.values));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bool local = argc == 5 && std::string(argv[4]) == "local";
  if (argc != 4 && !local) {
    std::cerr << "usage: relabelling_check BREC_DIRECTORY DRAWS RECORD.json [local]\n";
    return 2;
  }
  const std::int64_t draws = std::stoll(argv[2]);
  std::vector<GraphSource> sources = {
      {"all graphs with 1 to 7 nodes", all_graphs(7)},
      {"random graphs and trees, 5 to 40 nodes", random_graphs(2000)},
      brec_source(argv[1])};
  const auto start = std::chrono::steady_clock::now();
  nlohmann::ordered_json record = {{"program", "relabelling_check"},
                                   {"decomposition", local ? "local" : "dense"},
                                   {"features", "full, max_blocks 8, rp_dim 8, d 8"},
                                   {"engine_small", engine_name(SymmetryEngine::DenseNauty)},
                                   {"engine_large", engine_name(SymmetryEngine::Traces)}};
  Tally total;
  for (const GraphSource& source : sources) {
    Tally tally;
    Random random(7);
    const std::int64_t share = (draws + 2) / 3;
    const auto copies = (share + std::ssize(source.graphs) - 1) / std::ssize(source.graphs);
    for (const Graph& graph : source.graphs) {
      local ? draw<Local>(graph, copies, random, tally) : draw<Dense>(graph, copies, random, tally);
    }
    record["sources"].push_back({{"name", source.name},
                                 {"graphs", tally.graphs},
                                 {"draws", tally.draws},
                                 {"equal_bytes", tally.equal_bytes},
                                 {"worst_double", tally.worst_double},
                                 {"worst_float", tally.worst_float}});
    total.draws += tally.draws;
    total.equal_bytes += tally.equal_bytes;
    total.worst_double = std::max(total.worst_double, tally.worst_double);
    total.worst_float = std::max(total.worst_float, tally.worst_float);
  }
  record["draws"] = total.draws;
  record["equal_bytes"] = total.equal_bytes;
  record["worst_double"] = total.worst_double;
  record["worst_float"] = total.worst_float;
  record["seconds"] =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::ofstream(argv[3]) << record.dump(2) << '\n';
  const bool passed =
      total.equal_bytes == total.draws && total.worst_double <= 1e-9 && total.worst_float <= 1e-4;
  std::cout << record.dump(2) << '\n' << (passed ? "passed" : "FAILED") << '\n';
  return passed ? 0 : 1;
}
