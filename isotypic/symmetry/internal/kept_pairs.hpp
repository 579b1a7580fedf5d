// Pairs of nodes that matter: a graph without what every permutation of its cells keeps anyway.
// Private to symmetry/.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/graph/graph.hpp"
#include "isotypic/symmetry/motifs.hpp"

namespace isotypic {

/// A symmetric set of labelled pairs in compressed sparse rows.
struct KeptPairs {
  struct Entry {
    std::int32_t node = 0;
    std::int32_t label = 0;
  };
  std::vector<std::int64_t> offsets = {0};
  std::vector<Entry> entries;

  [[nodiscard]] std::span<const Entry> row(std::int64_t v) const {
    return {entries.data() + offsets[v], static_cast<std::size_t>(offsets[v + 1] - offsets[v])};
  }
};

/// The nodes that still move, in cells; cell_of is -1 for all others.
struct MovingCells {
  const std::vector<std::int32_t>& cell_of;
  const std::vector<std::int32_t>& order;
  const std::vector<MotifCell>& cells;

  [[nodiscard]] std::span<const std::int32_t> members(std::int32_t cell) const {
    return std::span(order).subspan(cells[cell].begin, cells[cell].size);
  }
};

/// The edges of a graph, labelled by their colours.
[[nodiscard]] KeptPairs all_edges(const Graph& graph);

/// Leaves out, for every two cells, the most frequent kind of pair between them: no pair, or one of
/// the labels. If that is a label, the pairs that were missing take its place. A permutation that
/// maps every cell to itself keeps the result exactly when it keeps `pairs`.
///
/// Cells must be orbits of a group that keeps `pairs`, so that all nodes of a cell see the same
/// numbers. The result has no more entries than `pairs`, and none at nodes that do not move.
[[nodiscard]] KeptPairs without_usual_pairs(const KeptPairs& pairs, const MovingCells& moving);

}  // namespace isotypic
