// draw_graph: a graph as an SVG picture, its nodes coloured by numbers.
#pragma once

#include <string>

#include "isotypic/report/record.hpp"

namespace isotypic::report {

/// An SVG element with a key of its colours, for a file of its own or for a page. Background, lines
/// and text follow the reader's light or dark scheme. Pointing at a node shows its number and
/// value. Throws Error if the graph is too large, or if there are values but not exactly one
/// finite value per node.
[[nodiscard]] std::string draw_graph(const GraphPicture& picture);

}  // namespace isotypic::report
