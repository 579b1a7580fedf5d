// layout_graph: where the nodes of a drawing stand.
#pragma once

#include <vector>

#include "isotypic/graph/graph.hpp"

namespace isotypic::report {

struct Point {
  double x = 0.0;
  double y = 0.0;
};

/// Larger graphs are not drawn: the picture would be unreadable, and the layout costs O(n^3).
inline constexpr std::int64_t max_drawn_nodes = 1000;

/// Positions whose distances come close to the distances in the graph (stress majorisation from
/// classical scaling), so that neighbours are about one unit apart. A component with a symmetry of
/// order three or more that a turn of the plane can show is drawn with it, if that costs little.
/// Connected components are laid out one by one and set in rows. Deterministic.
/// Throws Error if the graph has more than max_drawn_nodes nodes.
[[nodiscard]] std::vector<Point> layout_graph(const Graph& graph);

}  // namespace isotypic::report
