#include "isotypic/symmetry/internal/flips.hpp"

#include <algorithm>
#include <vector>

#include "isotypic/symmetry/refinement.hpp"

namespace isotypic {
namespace {

/// Which cells each cell is densely joined to; by symmetry a pair is listed on both sides.
class DensePairs {
 public:
  DensePairs(const Graph& graph, const EquitablePartition& partition) : dense_(graph.num_nodes()) {
    std::vector<std::int64_t> count(graph.num_nodes(), 0);
    for_each_cell(partition, graph.num_nodes(), [&](std::int32_t cell) {
      // All nodes of a cell have equally many neighbours in each other cell.
      const std::int32_t v = partition.nodes_of(cell).front();
      for (const std::int32_t w : graph.neighbours(v)) ++count[partition.cell_of(w)];
      for (const std::int32_t w : graph.neighbours(v)) {
        const std::int32_t other = partition.cell_of(w);
        const std::int64_t possible = partition.cell_size(other) - (other == cell ? 1 : 0);
        if (2 * count[other] > possible) dense_[cell].push_back(other);
        count[other] = 0;
      }
      any_ = any_ || !dense_[cell].empty();
    });
  }

  [[nodiscard]] bool any() const { return any_; }
  [[nodiscard]] const std::vector<std::int32_t>& of(std::int32_t cell) const {
    return dense_[cell];
  }

  template <typename Body>
  static void for_each_cell(const EquitablePartition& partition, std::int64_t n, Body body) {
    for (std::int32_t cell = 0; cell < n;) {
      body(cell);
      cell += static_cast<std::int32_t>(partition.cell_size(cell));
    }
  }

 private:
  std::vector<std::vector<std::int32_t>> dense_;
  bool any_ = false;
};

std::vector<Edge> flipped_edges(const Graph& graph, const EquitablePartition& partition,
                                const DensePairs& pairs) {
  std::vector<Edge> edges;
  std::vector<std::int32_t> flipped(graph.num_nodes(), -1);  // by the cell that looks
  std::vector<std::int32_t> joined(graph.num_nodes(), -1);   // by the node that looks
  DensePairs::for_each_cell(partition, graph.num_nodes(), [&](std::int32_t cell) {
    for (const std::int32_t other : pairs.of(cell)) flipped[other] = cell;
    for (const std::int32_t u : partition.nodes_of(cell)) {
      joined[u] = u;
      for (const std::int32_t v : graph.neighbours(u)) {
        joined[v] = u;
        if (u < v && flipped[partition.cell_of(v)] != cell) edges.push_back({u, v});
      }
      for (const std::int32_t other : pairs.of(cell)) {
        for (const std::int32_t v : partition.nodes_of(other)) {
          if (u < v && joined[v] != u) edges.push_back({u, v});
        }
      }
    }
  });
  return edges;
}

}  // namespace

FlipReduction flip_dense_pairs(const SearchProblem& problem) {
  const Graph& graph = *problem.graph;
  const EquitablePartition partition(graph, cell_indices(problem));
  const DensePairs pairs(graph, partition);
  FlipReduction reduction;
  if (!pairs.any()) return reduction;
  reduction.any = true;
  reduction.graph = make_graph(graph.num_nodes(), flipped_edges(graph, partition, pairs));
  DensePairs::for_each_cell(partition, graph.num_nodes(), [&](std::int32_t cell) {
    std::vector<std::int32_t> nodes(partition.nodes_of(cell).begin(),
                                    partition.nodes_of(cell).end());
    std::sort(nodes.begin(), nodes.end());
    auto& [source, cells, ends] = reduction.problem;
    cells.insert(cells.end(), nodes.begin(), nodes.end());
    ends.resize(cells.size(), 0);
    ends.back() = 1;
  });
  return reduction;
}

}  // namespace isotypic
