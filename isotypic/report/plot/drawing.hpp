// draw_graph: a graph as an SVG picture, its nodes coloured by numbers.
#pragma once

#include <string>

#include "isotypic/report/record.hpp"

namespace isotypic::report {

/// An SVG element with a key of its colours, that stands alone or in a page: ground, lines and text
/// follow the reader's light or dark scheme together. Every node shows its number and value when
/// pointed at. Throws Error if there is not one finite value per node (or none), or the graph is
/// too large.
[[nodiscard]] std::string draw_graph(const GraphPicture& picture);

}  // namespace isotypic::report
