// GraphML: graphs in XML.
#pragma once

#include <string>
#include <string_view>

#include "isotypic/graph/graph.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic {

/// The graph of a GraphML text that holds one. Errors begin with "line N: ".
///
/// Nodes are numbered in the order of the text; an edge may come before its nodes. Data whose key
/// has the attr.name "colour" is the integer colour of its node or edge; other data is skipped. If
/// one node or edge has a colour, those without have colour 0. Directed graphs or edges,
/// hyperedges, nested graphs and XML entities are errors.
[[nodiscard]] SimplifiedGraph parse_graphml(std::string_view text,
                                            const ParseOptions& options = {});

/// The GraphML text of `graph`, with its colours.
[[nodiscard]] std::string format_graphml(const Graph& graph);

}  // namespace isotypic
