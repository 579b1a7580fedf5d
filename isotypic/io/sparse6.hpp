// sparse6: one graph per line, a list of edges in printable bytes; short for sparse graphs.
#pragma once

#include <string>
#include <string_view>

#include "isotypic/graph/graph.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic {

/// The optional text before the first graph of a sparse6 file.
inline constexpr std::string_view sparse6_header = ">>sparse6<<";

/// The graph of one sparse6 line (without its end of line), with or without header.
///
/// The format can hold self-loops and repeated edges: they are errors unless options.simplify is
/// set, and then counted. Up to five bits at the end that are not a whole entry, or one that names
/// a node outside the graph, are padding whatever their value; anything more is an error.
///
/// Throws Error on bad text, and when the declared size is beyond what options allow.
[[nodiscard]] SimplifiedGraph parse_sparse6(std::string_view line,
                                            const ParseOptions& options = {});

/// The sparse6 line of `graph`, without header and end of line; the same bytes as nauty writes.
/// Colours are not part of the format and are left out.
[[nodiscard]] std::string format_sparse6(const Graph& graph);

}  // namespace isotypic
