// DOT, the language of Graphviz: `graph { 0; 0 -- 1; }`.
#pragma once

#include <string>
#include <string_view>

#include "isotypic/graph/graph.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic {

/// The graph of a DOT text that holds one. Errors begin with "line N: ".
///
/// Nodes are numbered in the order of the text. Chains `a -- b -- c` and subgraphs as ends,
/// `a -- {b c}`, are read; ports and attributes are skipped, except the integer attribute `colour`
/// of a node or an edge statement. If one node or edge has a colour, those without have colour 0.
/// A `strict graph` may repeat edges. Directed graphs and concatenated strings are errors.
[[nodiscard]] SimplifiedGraph parse_dot(std::string_view text, const ParseOptions& options = {});

/// The DOT text of `graph`, with its colours.
[[nodiscard]] std::string format_dot(const Graph& graph);

}  // namespace isotypic
