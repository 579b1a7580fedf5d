// graph6: one graph per line, the upper triangle of the adjacency matrix in printable bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "isotypic/graph/graph.hpp"

namespace isotypic {

/// The optional text before the first graph of a graph6 file.
inline constexpr std::string_view graph6_header = ">>graph6<<";

/// The graph of one graph6 line (without its end of line), with or without header.
///
/// Every byte is checked, and the declared size against the length of the line before anything is
/// allocated. Padding bits must be zero, as the format demands: a set one is the mark of a damaged
/// line, and without them every labelled graph has one encoding (but for the size field, whose
/// longer forms are accepted).
///
/// Throws Error on anything else.
[[nodiscard]] Graph parse_graph6(std::string_view line);

/// The graph6 line of `graph`, without header and end of line. Colours are not part of the format
/// and are left out.
[[nodiscard]] std::string format_graph6(const Graph& graph);

/// How many bytes a graph6 line that begins like `beginning` must have, header included.
/// Throws Error when its size field is bad.
[[nodiscard]] std::int64_t declared_graph6_length(std::string_view beginning);

}  // namespace isotypic
