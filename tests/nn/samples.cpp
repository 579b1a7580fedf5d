#include "tests/nn/samples.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <numeric>

#include "isotypic/random.hpp"
#include "isotypic/symmetry/orbitals.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::test {
namespace {

Graph cayley_graph_on_z4_z4(const std::vector<std::pair<int, int>>& differences) {
  std::vector<Edge> edges;
  for (std::int32_t v = 0; v < 16; ++v) {
    for (const auto& [row, column] : differences) {
      const std::int32_t w = ((v / 4 + row) % 4) * 4 + (v % 4 + column) % 4;
      if (v < w) edges.push_back({v, w});
    }
  }
  return make_graph(16, edges);
}

FloatMatrix random_features(std::int64_t rows, std::int64_t columns, Random& random) {
  FloatMatrix features(rows, columns);
  for (std::int64_t i = 0; i < features.size(); ++i) {
    features.data()[i] = static_cast<float>(random.normal());
  }
  return features;
}

}  // namespace

Graph rook_graph() {
  return cayley_graph_on_z4_z4({{0, 1}, {0, 2}, {0, 3}, {1, 0}, {2, 0}, {3, 0}});
}

Graph shrikhande_graph() {
  return cayley_graph_on_z4_z4({{0, 1}, {0, 3}, {1, 0}, {3, 0}, {1, 1}, {3, 3}});
}

Graph cycle(std::int64_t n) {
  std::vector<Edge> edges;
  for (std::int32_t v = 0; v < n; ++v) edges.push_back({v, static_cast<std::int32_t>((v + 1) % n)});
  return make_graph(n, edges);
}

Graph path(std::int64_t n) {
  std::vector<Edge> edges;
  for (std::int32_t v = 0; v + 1 < n; ++v) edges.push_back({v, v + 1});
  return make_graph(n, edges);
}

Graph random_graph(std::int64_t n, double density, std::uint64_t seed) {
  Random random(seed, 1);
  std::vector<Edge> edges;
  for (std::int32_t u = 0; u < n; ++u) {
    for (std::int32_t v = u + 1; v < n; ++v) {
      if (random.uniform() < density) edges.push_back({u, v});
    }
  }
  return make_graph(n, edges);
}

std::shared_ptr<const Channels> channels_of(const Graph& graph) {
  const Symmetry symmetry = compute_symmetry(graph);
  const Orbitals orbitals = canonical_orbitals(symmetry);
  const std::int64_t n = graph.num_nodes();
  std::vector<double> coefficients;
  Random random(1, 2);
  for (std::int64_t t = 0; t < orbitals.count; ++t) coefficients.push_back(random.uniform());
  Eigen::MatrixXd s(n, n);
  for (std::int64_t u = 0; u < n; ++u) {
    for (std::int64_t v = 0; v < n; ++v) {
      s(u, v) = 0.5 * (coefficients[orbitals(u, v)] + coefficients[orbitals(v, u)]);
    }
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(s);
  std::vector<std::pair<std::int64_t, std::int64_t>> spaces;  // begin, dim
  for (std::int64_t i = 0; i < n; ++i) {
    const bool same = i > 0 && solver.eigenvalues()[i] - solver.eigenvalues()[i - 1] < 1e-9;
    if (same) {
      ++spaces.back().second;
    } else {
      spaces.emplace_back(i, 1);
    }
  }
  std::stable_sort(spaces.begin(), spaces.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  auto decomposition = std::make_shared<Decomposition>();
  decomposition->num_nodes = n;
  decomposition->num_channels = std::ssize(spaces);
  decomposition->basis.resize(n, n);
  std::int64_t column = 0;
  for (const auto& [begin, dim] : spaces) {
    decomposition->basis.middleCols(column, dim) = solver.eigenvectors().middleCols(begin, dim);
    decomposition->channels.push_back(
        {.begin = column, .dim = dim, .eigenvalue = solver.eigenvalues()[begin]});
    column += dim;
  }
  return std::make_shared<const Channels>(Channels{decomposition, symmetry.position});
}

std::vector<std::int32_t> random_permutation(std::int64_t n, std::uint64_t seed) {
  std::vector<std::int32_t> position(static_cast<std::size_t>(n));
  std::iota(position.begin(), position.end(), 0);
  Random random(seed, 3);
  for (std::int64_t i = n - 1; i > 0; --i) std::swap(position[i], position[random.below(i + 1)]);
  return position;
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
  for (std::size_t e = 0; e < before.size(); ++e) {
    const auto [u, v] = std::minmax(position[before[e].u], position[before[e].v]);
    const auto found = std::lower_bound(after.begin(), after.end(), Edge{u, v});
    copy.edge_features.row(found - after.begin()) =
        sample.edge_features.row(static_cast<Eigen::Index>(e));
  }
  copy.channels = channels_of(copy.graph);
  return copy;
}

std::vector<Sample> mixed_samples(const SampleWidths& widths) {
  std::vector<Sample> samples;
  samples.push_back(random_sample(cycle(6), 1, widths));
  samples.push_back(random_sample(make_graph(1, {}), 2, widths));
  samples.push_back(random_sample(random_graph(9, 0.4, 7), 3, widths));
  samples.push_back(random_sample(path(4), 4, widths));
  samples.push_back(random_sample(rook_graph(), 5, widths));
  return samples;
}

}  // namespace isotypic::test
