// Relabelled copies of graphs.
#pragma once

#include "isotypic/base/random.hpp"
#include "isotypic/graph/graph.hpp"
#include "isotypic/graph/permutation.hpp"

namespace isotypic {

/// The graph with its nodes numbered at random.
[[nodiscard]] inline Graph shuffled(const Graph& graph, Random& random) {
  return relabel(graph, random_permutation(graph.num_nodes(), random));
}

}  // namespace isotypic
