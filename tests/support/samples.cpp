#include "tests/support/samples.hpp"

#include <algorithm>

#include "isotypic/base/random.hpp"
#include "isotypic/channels/channels.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::test {
namespace {

FloatMatrix random_features(std::int64_t rows, std::int64_t columns, Random& random) {
  FloatMatrix features(rows, columns);
  for (std::int64_t i = 0; i < features.size(); ++i) {
    features.data()[i] = static_cast<float>(random.normal());
  }
  return features;
}

}  // namespace

Graph random_graph(std::int64_t n, double density, std::uint64_t seed) {
  Random random(seed, 1);
  return erdos_renyi_graph(n, density, random);
}

Permutation random_permutation(std::int64_t n, std::uint64_t seed) {
  Random random(seed, 3);
  return isotypic::random_permutation(n, random);
}

std::shared_ptr<const Channels> channels_of(const Graph& graph) {
  return std::make_shared<const Channels>(decompose(compute_symmetry(graph)));
}

Sample random_sample(Graph graph, std::uint64_t seed, const SampleWidths& widths) {
  Random random(seed, 4);
  Sample sample;
  sample.node_features = random_features(graph.num_nodes(), widths.node_features, random);
  sample.edge_features = random_features(graph.num_edges(), widths.edge_features, random);
  sample.label = random.below(2);
  sample.targets = {static_cast<float>(random.normal())};
  sample.channels = channels_of(graph);
  sample.graph = std::move(graph);
  return sample;
}

Sample relabelled(const Sample& sample, std::span<const std::int32_t> position) {
  Sample copy = sample;
  copy.graph = relabel(sample.graph, position);
  for (std::int64_t v = 0; v < sample.node_features.rows(); ++v) {
    copy.node_features.row(position[v]) = sample.node_features.row(v);
  }
  const std::vector<Edge> before = sample.graph.edges();
  const std::vector<Edge> after = copy.graph.edges();
  for (std::int64_t e = 0; e < sample.edge_features.rows(); ++e) {  // none without features
    const auto [u, v] = std::minmax(position[before[e].u], position[before[e].v]);
    const auto found = std::lower_bound(after.begin(), after.end(), Edge{u, v});
    copy.edge_features.row(found - after.begin()) = sample.edge_features.row(e);
  }
  copy.channels = channels_of(copy.graph);
  return copy;
}

std::vector<Sample> mixed_samples(const SampleWidths& widths) {
  std::vector<Sample> samples;
  samples.push_back(random_sample(cycle_graph(6), 1, widths));
  samples.push_back(random_sample(make_graph(1, {}), 2, widths));
  samples.push_back(random_sample(random_graph(9, 0.4, 7), 3, widths));
  samples.push_back(random_sample(path_graph(4), 4, widths));
  samples.push_back(random_sample(rook_graph(4, 4), 5, widths));
  return samples;
}

}  // namespace isotypic::test
