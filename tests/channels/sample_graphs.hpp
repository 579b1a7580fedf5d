// Small graphs for the tests of the channels, and relabelling of embeddings.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "isotypic/graph/graph.hpp"
#include "isotypic/random.hpp"
#include "isotypic/symmetry/permutation.hpp"

namespace isotypic::samples {

inline Graph cycle(std::int32_t n) {
  std::vector<Edge> edges;
  for (std::int32_t v = 0; v < n; ++v) edges.push_back({v, (v + 1) % n});
  return make_graph(n, edges);
}

inline Graph edgeless(std::int64_t n) { return make_graph(n, std::vector<Edge>{}); }

inline Graph random_graph(std::int32_t n, double p, std::uint64_t seed) {
  Random random(seed, 17);
  std::vector<Edge> edges;
  for (std::int32_t u = 0; u < n; ++u) {
    for (std::int32_t v = u + 1; v < n; ++v) {
      if (random.uniform() < p) edges.push_back({u, v});
    }
  }
  return make_graph(n, edges);
}

inline Graph complete(std::int32_t n) { return random_graph(n, 2.0, 0); }

inline Graph star(std::int32_t leaves) {
  std::vector<Edge> edges;
  for (std::int32_t v = 1; v <= leaves; ++v) edges.push_back({0, v});
  return make_graph(leaves + 1, edges);
}

inline Graph binary_tree(std::int32_t n) {
  std::vector<Edge> edges;
  for (std::int32_t v = 1; v < n; ++v) edges.push_back({(v - 1) / 2, v});
  return make_graph(n, edges);
}

inline Graph copies(const Graph& graph, std::int32_t count) {
  const auto n = static_cast<std::int32_t>(graph.num_nodes());
  std::vector<Edge> edges;
  for (std::int32_t i = 0; i < count; ++i) {
    for (const auto& [u, v] : graph.edges()) edges.push_back({u + i * n, v + i * n});
  }
  return make_graph(static_cast<std::int64_t>(n) * count, edges);
}

/// Graphs of many kinds: transitive, rigid, disconnected, with large groups and with none.
inline std::vector<Graph> assorted() {
  return {edgeless(1),
          edgeless(2),
          edgeless(7),
          complete(2),
          complete(6),
          cycle(5),
          cycle(8),
          star(6),
          binary_tree(15),
          binary_tree(20),
          copies(cycle(4), 3),
          copies(star(3), 4),
          random_graph(9, 0.5, 1),
          random_graph(14, 0.3, 2),
          random_graph(20, 0.1, 3)};
}

inline Eigen::MatrixXd random_embeddings(std::int64_t n, std::int64_t d, Random& random) {
  Eigen::MatrixXd m(n, d);
  for (double& value : m.reshaped()) value = random.normal();
  return m;
}

/// Row position[v] of the result is row v.
template <typename Matrix>
Matrix permute_rows(const Matrix& m, const Permutation& position) {
  Matrix result(m.rows(), m.cols());
  for (std::int64_t v = 0; v < m.rows(); ++v) result.row(position[v]) = m.row(v);
  return result;
}

}  // namespace isotypic::samples
