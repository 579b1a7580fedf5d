// bliss as a second opinion: an engine that shares no code with nauty.
#pragma once

#include <string>

#include "isotypic/graph/graph.hpp"

namespace isotypic::second_engine {

struct Findings {
  std::string order;  ///< |Aut|, exact, in decimal
  /// bliss's own canonical form. Colours of edges appear as coloured nodes on the edges, another
  /// encoding than the library's layers.
  Graph canonical;
};

/// Colours that the graph has count.
[[nodiscard]] Findings run_bliss(const Graph& graph);

}  // namespace isotypic::second_engine
