// Colour refinement (1-WL) as a partition that is split step by step.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/graph/graph.hpp"

namespace isotypic {

/// An equitable partition of the nodes, refined in place. Splitting a node off and refining again
/// costs only what changes: a whole path of individualisations takes O(m log n) together.
///
/// Cells are numbered without looking at the labels of the nodes: an isomorphism that maps the
/// colours and the nodes split off onto each other maps cells to cells of the same number. The
/// graph must outlive the partition.
class EquitablePartition {
 public:
  /// Starts from the given colour of each node (empty: all equal) and refines.
  explicit EquitablePartition(const Graph& graph, std::span<const std::int32_t> colours = {});

  [[nodiscard]] std::int64_t num_cells() const { return num_cells_; }
  /// A number that two nodes share exactly when they are in the same cell.
  [[nodiscard]] std::int32_t cell_of(std::int64_t v) const { return cell_of_[v]; }
  [[nodiscard]] std::int64_t cell_size(std::int32_t cell) const { return end_[cell] - cell; }
  /// The nodes of a cell, in no particular order.
  [[nodiscard]] std::span<const std::int32_t> nodes_of(std::int32_t cell) const {
    return {nodes_.data() + cell, static_cast<std::size_t>(cell_size(cell))};
  }

  /// Puts v into a cell of its own and refines until the partition is equitable again.
  void individualise(std::int32_t v);

 private:
  void refine();
  void split(std::int32_t cell, std::span<const std::int32_t> touched);
  void swap_places(std::int32_t i, std::int32_t j);
  void push(std::int32_t cell);

  const Graph* graph_;
  // A cell is named by the index in nodes_ where it begins.
  std::vector<std::int32_t> nodes_;
  std::vector<std::int32_t> index_of_;
  std::vector<std::int32_t> cell_of_;
  std::vector<std::int32_t> end_;
  std::vector<std::int32_t> count_;  // neighbours in the splitting cell
  std::vector<std::int32_t> queue_;
  std::vector<bool> queued_;
  std::int64_t num_cells_ = 0;
};

}  // namespace isotypic
