// Graphs of at most 64 nodes from the rows of their adjacency matrices, one word per row.
#pragma once

#include <cstdint>
#include <span>

#include "isotypic/graph/graph.hpp"

namespace isotypic {

inline constexpr std::int64_t max_row_nodes = 64;

/// Node w in a row: node 0 is the highest bit.
[[nodiscard]] constexpr std::uint64_t row_bit(std::int64_t w) {
  return (std::uint64_t{1} << 63) >> w;
}

/// The graph whose adjacency matrix has these rows. The matrix must be symmetric with an empty
/// diagonal, and no row may have a bit beyond the last node: nothing is checked. Defined beside
/// make_graph.
[[nodiscard]] Graph graph_from_rows(std::span<const std::uint64_t> rows);

}  // namespace isotypic
