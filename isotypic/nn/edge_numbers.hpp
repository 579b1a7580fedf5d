// number_edges: the undirected edge behind every entry of an adjacency. Internal.
#pragma once

#include <cstdint>
#include <vector>

#include "isotypic/graph/graph.hpp"

namespace isotypic::nn {

/// Numbers the edges as graph.edges() lists them: row u holds those with the smaller end u.
/// ids [adjacency entries]; `filled` is scratch.
inline void number_edges(const Graph& graph, std::vector<std::int64_t>& filled, std::int32_t* ids) {
  filled.assign(graph.offsets().begin(), graph.offsets().end() - 1);
  std::int32_t id = 0;
  for (std::int32_t u = 0; u < graph.num_nodes(); ++u) {
    for (const std::int32_t v : graph.neighbours(u)) {
      if (v < u) continue;
      // Rows are sorted and u ascends, so each row is filled from its left.
      ids[filled[u]++] = id;
      ids[filled[v]++] = id++;
    }
  }
}

}  // namespace isotypic::nn
