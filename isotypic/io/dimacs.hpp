// DIMACS edge format: `p edge N M`, then one line `e U V` per edge, nodes counted from 1.
#pragma once

#include <string>
#include <string_view>

#include "isotypic/graph/graph.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic {

/// The graph of a whole DIMACS text. Errors begin with "line N: ".
///
/// Lines: `c ...` is a comment; one `p edge N M` (or `p col N M`) comes before all others;
/// `e U V` is an edge; `n V C` gives node V the colour C, as bliss writes it, and nodes without
/// such a line have colour 0. The number of edge lines must be M, unless simplifying: many files
/// in circulation list every edge twice.
[[nodiscard]] SimplifiedGraph parse_dimacs(std::string_view text, const ParseOptions& options = {});

/// The DIMACS text of `graph`, with an `n` line for every node if it has node colours.
/// Throws Error if it has edge colours, which the format cannot hold.
[[nodiscard]] std::string format_dimacs(const Graph& graph);

}  // namespace isotypic
