// GraphFormat: the file formats of graphs, their names, and how to tell them apart.
#pragma once

#include <string_view>

namespace isotypic {

enum class GraphFormat {
  Detect,    ///< look at the first line that is not blank
  Graph6,    ///< one graph per line
  Sparse6,   ///< one graph per line
  Dimacs,    ///< one graph per file
  EdgeList,  ///< one graph per file
  GraphMl,   ///< one or more graphs per file
  Gml,       ///< one or more graphs per file
  Dot,       ///< one or more graphs per file
};

/// "detect", "graph6", "sparse6", "dimacs", "edge-list", "graphml", "gml" or "dot".
[[nodiscard]] std::string_view format_name(GraphFormat format);

/// The format of that name, or of that usual file suffix: "g6", "s6", "col", "txt", ...
/// Throws Error on any other name.
[[nodiscard]] GraphFormat format_from_name(std::string_view name);

/// The format of a text whose first line that is not blank is `line` (its beginning will do).
///
/// The formats cannot be confused: graph6 has only bytes from '?' on and no blanks, sparse6 begins
/// with ':', a DIMACS line with one of the words c, p, n, e, an edge list with a digit, '#' or '%',
/// GraphML with '<', GML with `graph [`, `Creator` or `Version`, DOT with `graph`, `strict` or a
/// comment.
/// Throws Error for everything else, naming the formats of nauty that we do not read.
[[nodiscard]] GraphFormat detect_format(std::string_view line);

}  // namespace isotypic
