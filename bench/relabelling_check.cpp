// Draws (graph, permutation, embedding) triples and records how far the features of relabelled
// copies deviate. Nothing is cached: every copy is labelled, decomposed and read from scratch.
//
// Usage: relabelling_check BREC_DIRECTORY DRAWS RECORD.json [local]
// With `local` everything is decomposed by motifs, pooled features are read too, and six draws of
// ten are of graphs with at most 7 nodes, three of random graphs, one of BREC.
// The record is written after every sweep over the graphs; a run that was ended goes on from it.

#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "bench/graph_sources.hpp"
#include "isotypic/base/atomic_file.hpp"
#include "isotypic/channels/local_readout.hpp"
#include "isotypic/channels/pooled_readout.hpp"
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
  std::int64_t copies = 0;  ///< of every graph
  std::int64_t draws = 0;
  std::int64_t equal_bytes = 0;
  double worst_double = 0.0;
  double worst_float = 0.0;
  double worst_pooled = 0.0;
  double processor_seconds = 0.0;

  void add(const Tally& other) {
    graphs += other.graphs;
    draws += other.draws;
    equal_bytes += other.equal_bytes;
    worst_double = std::max(worst_double, other.worst_double);
    worst_float = std::max(worst_float, other.worst_float);
    worst_pooled = std::max(worst_pooled, other.worst_pooled);
    processor_seconds += other.processor_seconds;
  }
};

using Json = nlohmann::ordered_json;

Json to_json(const std::string& name, const Tally& tally) {
  return {{"name", name},
          {"graphs", tally.graphs},
          {"copies", tally.copies},
          {"draws", tally.draws},
          {"equal_bytes", tally.equal_bytes},
          {"worst_double", tally.worst_double},
          {"worst_float", tally.worst_float},
          {"worst_pooled", tally.worst_pooled},
          {"processor_seconds", tally.processor_seconds}};
}

Tally tally_from(const Json& json) {
  return {json.at("graphs"),       json.at("copies"),           json.at("draws"),
          json.at("equal_bytes"),  json.at("worst_double"),     json.at("worst_float"),
          json.at("worst_pooled"), json.at("processor_seconds")};
}

/// A dense decomposition, and whether two are equal byte for byte.
struct Dense {
  static Channels split(const Graph& graph) { return decompose(graph); }
  static bool equal(const Channels& a, const Channels& b) {
    return serialise(*a.canonical) == serialise(*b.canonical);
  }
  static constexpr bool pools = false;
};

/// The same for a decomposition by motifs.
struct Local {
  static LocalChannels split(const Graph& graph) {
    return decompose_locally(compute_symmetry(graph));
  }
  static bool equal(const LocalChannels& a, const LocalChannels& b) {
    return *a.canonical == *b.canonical;
  }
  static constexpr bool pools = true;
};

template <typename Way>
void draw(const Graph& graph, std::int64_t copies, Random& random, Tally& tally) {
  const std::int64_t n = graph.num_nodes();
  Eigen::MatrixXd m(n, 8);
  for (double& value : m.reshaped()) value = random.normal();
  const auto channels = Way::split(graph);
  const auto in_double = isotypic_features(channels, m);
  const auto in_float = isotypic_features(channels, Eigen::MatrixXf(m.cast<float>()));
  Eigen::VectorXd pooled;
  if constexpr (Way::pools) pooled = pooled_features(channels, m);
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
    if constexpr (Way::pools) {
      tally.worst_pooled =
          std::max(tally.worst_pooled, deviation(pooled, pooled_features(copy, moved)));
    }
  }
}

/// One long check: what was asked for, and how far it has come.
class Check {
 public:
  Check(std::string record, std::int64_t draws, bool local)
      : path_(std::move(record)), asked_(draws), local_(local) {}

  /// What an earlier run has done of this source, if it was asked for the same.
  [[nodiscard]] Tally earlier(std::size_t source) const {
    if (!std::filesystem::exists(path_)) return {};
    const Json record = Json::parse(std::ifstream(path_));
    if (record.value("asked", std::int64_t{0}) != asked_ || record.contains("draws") ||
        record.at("decomposition") != way() || source >= record.at("sources").size()) {
      return {};
    }
    return tally_from(record.at("sources")[source]);
  }

  /// Draws `share` of all from the source, sweep after sweep; sweep i has a random stream i.
  void draw_from(const GraphSource& source, double share, Tally tally) {
    constexpr std::int64_t copies_a_sweep = 10;
    const auto wanted = static_cast<std::int64_t>(share * static_cast<double>(asked_));
    const auto copies = (wanted + std::ssize(source.graphs) - 1) / std::ssize(source.graphs);
    tally.graphs = std::ssize(source.graphs);
    tallies_.push_back(tally);
    names_.push_back(source.name);
    while (tallies_.back().copies < copies) {
      Tally& own = tallies_.back();
      const std::clock_t start = std::clock();
      const std::int64_t some = std::min(copies - own.copies, copies_a_sweep);
      Random random(7, static_cast<std::uint64_t>(own.copies / copies_a_sweep));
      for (const Graph& graph : source.graphs) {
        local_ ? draw<Local>(graph, some, random, own) : draw<Dense>(graph, some, random, own);
      }
      own.copies += some;
      own.processor_seconds += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      write_file(path_, record().dump(2) + '\n');
    }
  }

  [[nodiscard]] Tally total() const {
    Tally sum;
    for (const Tally& tally : tallies_) sum.add(tally);
    return sum;
  }

  /// The record so far.
  [[nodiscard]] Json record() const {
    Json json = {{"program", "relabelling_check"},
                 {"decomposition", way()},
                 {"features", "full, max_blocks 8, rp_dim 8, d 8"},
                 {"engine_small", engine_name(SymmetryEngine::DenseNauty)},
                 {"engine_large", engine_name(SymmetryEngine::Traces)},
                 {"asked", asked_}};
    for (std::size_t i = 0; i < tallies_.size(); ++i) {
      json["sources"].push_back(to_json(names_[i], tallies_[i]));
    }
    return json;
  }

 private:
  [[nodiscard]] const char* way() const { return local_ ? "local" : "dense"; }

  std::string path_;
  std::int64_t asked_;
  bool local_;
  std::vector<std::string> names_;
  std::vector<Tally> tallies_;
};

}  // namespace

int main(int argc, char** argv) {
  const bool local = argc == 5 && std::string(argv[4]) == "local";
  if (argc != 4 && !local) {
    std::cerr << "usage: relabelling_check BREC_DIRECTORY DRAWS RECORD.json [local]\n";
    return 2;
  }
  const std::vector<GraphSource> sources = {
      {"all graphs with 1 to 7 nodes", all_graphs(7)},
      {"random graphs and trees, 5 to 40 nodes", random_graphs(2000)},
      brec_source(argv[1])};
  const std::vector<double> shares = local ? std::vector{0.6, 0.3, 0.1} : std::vector(3, 1.0 / 3.0);
  Check check(argv[3], std::stoll(argv[2]), local);
  std::vector<Tally> earlier;
  for (std::size_t i = 0; i < sources.size(); ++i) earlier.push_back(check.earlier(i));
  for (std::size_t i = 0; i < sources.size(); ++i) {
    check.draw_from(sources[i], shares[i], earlier[i]);
  }
  const Tally total = check.total();
  Json record = check.record();
  record["draws"] = total.draws;
  record["equal_bytes"] = total.equal_bytes;
  record["worst_double"] = total.worst_double;
  record["worst_float"] = total.worst_float;
  if (local) record["worst_pooled"] = total.worst_pooled;
  record["processor_seconds"] = total.processor_seconds;
  write_file(argv[3], record.dump(2) + '\n');
  const bool passed = total.equal_bytes == total.draws && total.worst_double <= 1e-9 &&
                      total.worst_float <= 1e-4 && total.worst_pooled <= 1e-9;
  std::cout << record.dump(2) << '\n' << (passed ? "passed" : "FAILED") << '\n';
  return passed ? 0 : 1;
}
