// GML: `graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ] ]`.
#pragma once

#include <string>
#include <string_view>

#include "isotypic/graph/graph.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic {

/// The graph of a GML text that holds one. Errors begin with "line N: ".
///
/// Nodes are numbered in the order of the text; an edge may come before its nodes. The integer
/// attribute `colour` of nodes and edges is their colour; other attributes are skipped. If one node
/// or edge has a colour, those without have colour 0. Directed graphs are errors.
[[nodiscard]] SimplifiedGraph parse_gml(std::string_view text, const ParseOptions& options = {});

/// The GML text of `graph`, with its colours. Nodes are labelled "0", "1", ...
[[nodiscard]] std::string format_gml(const Graph& graph);

}  // namespace isotypic
