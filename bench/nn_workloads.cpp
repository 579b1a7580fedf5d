#include "bench/nn_workloads.hpp"

#include <numeric>

#include "isotypic/base/random.hpp"
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

Workload make_workload(const std::string& name) {
  Workload workload;
  const char which = name == "b" || name == "c" ? name[0] : 'a';
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
  workload.data = nn::collate(samples, {.max_blocks = 8});
  workload.model.outputs = 2;
  nn::EncoderOptions& encoder = workload.model.encoder;
  encoder.layers = 5;
  if (which == 'a') {
    encoder = {.kind = name == "a" ? nn::LayerKind::Gin : parse_enum<nn::LayerKind>(name),
               .hidden = 64,
               .layers = 5,
               .node_features = 64,
               .degree_histogram = nn::degree_histogram(workload.data, all_graphs(graphs))};
  } else {
    encoder = {.kind = nn::LayerKind::Gine,
               .hidden = 128,
               .layers = 5,
               .node_features = 16,
               .edge_features = 4};
  }
  return workload;
}

}  // namespace isotypic::bench
