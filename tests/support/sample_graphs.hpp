// Small graphs for the tests of the channels, and relabelling of embeddings.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "isotypic/base/random.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/graph.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/permutation.hpp"
#include "isotypic/graph/random_graphs.hpp"

namespace isotypic::samples {

inline Graph edgeless(std::int64_t n) { return make_graph(n, std::vector<Edge>{}); }

inline Graph random_graph(std::int64_t n, double p, std::uint64_t seed) {
  Random random(seed, 17);
  return erdos_renyi_graph(n, p, random);
}

/// A binary tree whose last level need not be full.
inline Graph heap_tree(std::int32_t n) {
  std::vector<Edge> edges;
  for (std::int32_t v = 1; v < n; ++v) edges.push_back({(v - 1) / 2, v});
  return make_graph(n, edges);
}

inline Graph copies(const Graph& graph, std::size_t count) {
  return disjoint_union(std::vector<Graph>(count, graph));
}

/// Graphs of many kinds: transitive, rigid, disconnected, with large groups and with none.
inline std::vector<Graph> assorted() {
  return {edgeless(1),
          edgeless(2),
          edgeless(7),
          complete_graph(2),
          complete_graph(6),
          cycle_graph(5),
          cycle_graph(8),
          star_graph(6),
          heap_tree(15),
          heap_tree(20),
          copies(cycle_graph(4), 3),
          copies(star_graph(3), 4),
          random_graph(9, 0.5, 1),
          random_graph(14, 0.3, 2),
          random_graph(20, 0.1, 3)};
}

/// Random graphs of four kinds by turns, with 5 to 40 nodes: G(n, p), a tree, a cubic graph, copies
/// of a small tree.
inline Graph random_sparse_graph(std::int64_t number, Random& random) {
  const std::int64_t n = 5 + random.below(36);
  switch (number % 4) {
    case 0:
      return erdos_renyi_graph(n, 0.05 + 0.5 * random.uniform(), random);
    case 1:
      return random_tree(n, random);
    case 2:
      return random_regular_graph(2 * (n / 2), 3, random);
    default:
      return disjoint_copies(random_tree(3 + random.below(5), random), 2 + random.below(5));
  }
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
