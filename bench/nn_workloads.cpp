#include "bench/nn_workloads.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "isotypic/base/random.hpp"
#include "isotypic/data/open.hpp"
#include "isotypic/data/summary.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/nn/encoder_options.hpp"
#include "isotypic/nn/readouts/readout_options.hpp"
#include "tests/support/samples.hpp"

namespace isotypic::bench {

Graph molecule(std::int64_t n, std::uint64_t seed) {
  Random random(seed, 7);
  std::vector<std::int32_t> degree(static_cast<std::size_t>(n), 0);
  std::vector<Edge> edges;
  const auto join = [&](std::int32_t u, std::int32_t v) {
    edges.push_back({u, v});
    ++degree[u];
    ++degree[v];
  };
  for (std::int32_t v = 1; v < n; ++v) {
    auto u = static_cast<std::int32_t>(random.below(v));
    while (degree[u] > 3) u = static_cast<std::int32_t>(random.below(v));
    join(u, v);
  }
  for (int ring = 0; ring < 3; ++ring) {
    join(static_cast<std::int32_t>(random.below(n)), static_cast<std::int32_t>(random.below(n)));
  }
  return simplify_graph(n, edges).graph;
}

std::vector<std::int64_t> all_graphs(std::int64_t count) {
  std::vector<std::int64_t> ids(static_cast<std::size_t>(count));
  std::iota(ids.begin(), ids.end(), 0);
  return ids;
}

namespace {

std::vector<Sample> samples_of(char which) {
  std::vector<Sample> samples;
  const std::int64_t graphs = which == 'a' ? 64 : which == 'b' ? 128 : 256;
  const std::int64_t nodes = which == 'b' ? 18 : 20;
  for (std::int64_t i = 0; i < graphs; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    if (which == 'a') {
      const Graph graph = i % 2 == 0 ? rook_graph(4, 4) : shrikhande_graph();
      samples.push_back(test::random_sample(relabel(graph, test::random_permutation(16, seed)),
                                            seed, {.node_features = 64, .edge_features = 0}));
    } else {
      samples.push_back(test::random_sample(molecule(nodes + i % 11, seed), seed,
                                            {.node_features = 16, .edge_features = 4}));
    }
  }
  return samples;
}

Workload make_workload(const std::string& name, const nn::CollateOptions& collate) {
  Workload workload;
  const char which = name == "b" || name == "c" ? name[0] : 'a';
  std::vector<Sample> samples = samples_of(which);
  if (collate.pairs) {
    for (Sample& sample : samples) sample.channels = nullptr;  // nothing reads them
  }
  workload.data = nn::collate(samples, collate);
  workload.model.outputs = 2;
  nn::EncoderOptions& encoder = workload.model.encoder;
  encoder.layers = 5;
  if (which == 'a') {
    encoder = {.kind = name == "a" ? nn::LayerKind::Gin : parse_enum<nn::LayerKind>(name),
               .hidden = 64,
               .layers = 5,
               .node_features = 64,
               .degree_histogram =
                   nn::degree_histogram(workload.data, all_graphs(workload.data.num_graphs))};
  } else {
    encoder = {.kind = nn::LayerKind::Gine,
               .hidden = 128,
               .layers = 5,
               .node_features = 16,
               .edge_features = 4};
  }
  return workload;
}

Workload zinc_workload(const std::string& folder) {
  constexpr std::size_t batch = 128;
  Dataset dataset = open_dataset(folder, "ZINC").dataset;
  dataset.samples.resize(std::min(batch, dataset.samples.size()));
  const DatasetSummary summary = summarise(dataset);
  Workload workload;
  workload.data = nn::collate(dataset.samples, {.pairs = nn::PairOptions{}});
  workload.model.outputs = 2;
  workload.model.encoder = {.kind = nn::LayerKind::Gine,
                            .hidden = 128,
                            .layers = 5,
                            .node_categories = summary.node_categories,
                            .edge_categories = summary.edge_categories};
  return workload;
}

}  // namespace

Workload make_workload(const std::string& name) { return make_workload(name, {.max_blocks = 8}); }

Workload with_pairs(const std::string& name_or_folder) {
  if (std::filesystem::is_directory(name_or_folder)) return zinc_workload(name_or_folder);
  return make_workload(name_or_folder, {.max_blocks = 8, .pairs = nn::PairOptions{}});
}

}  // namespace isotypic::bench
