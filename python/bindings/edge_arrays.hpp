// Arrays of edges into graphs: everything is checked here, so that a Graph cannot be wrong.
#pragma once

#include "python/bindings/border.hpp"

namespace isotypic::python {

struct GraphArguments {
  std::optional<std::int64_t> num_nodes;  ///< none: one more than the largest index
  std::optional<py::array> node_colours;
  std::optional<py::array> edge_colours;  ///< one per edge, as the edges are listed
  bool simplify = false;                  ///< leave out loops and repeated edges
};

/// `edges` of shape (E, 2), every edge listed once. Throws Error with the reason.
[[nodiscard]] Graph graph_from_edges(const py::array& edges, const GraphArguments& arguments);

/// `edge_index` of shape (2, E), both directions of every edge. Throws Error with the reason, on
/// an edge without its reverse too.
[[nodiscard]] Graph graph_from_edge_index(const py::array& edge_index,
                                          const GraphArguments& arguments);

}  // namespace isotypic::python
