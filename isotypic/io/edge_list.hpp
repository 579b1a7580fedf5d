// Edge list: one edge `U V` or `U V COLOUR` per line, nodes counted from 0.
#pragma once

#include <string>
#include <string_view>

#include "isotypic/graph/graph.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic {

/// The graph of a whole edge list. Errors begin with "line N: ".
///
/// Fields are separated by blanks, tabs or commas. Lines that begin with '#' or '%' are comments,
/// but for `# nodes: N`, which declares the number of nodes; without it there are as many as the
/// largest index + 1. A third column is the colour of the edge; either every edge has one or none.
[[nodiscard]] SimplifiedGraph parse_edge_list(std::string_view text,
                                              const ParseOptions& options = {});

/// The edge list of `graph`, beginning with `# nodes: N`, with edge colours if it has any. Node
/// colours are not part of the format and are left out.
[[nodiscard]] std::string format_edge_list(const Graph& graph);

}  // namespace isotypic
