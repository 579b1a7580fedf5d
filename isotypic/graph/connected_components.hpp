// Connected components of a graph.
#pragma once

#include <cstdint>
#include <vector>

#include "isotypic/graph/graph.hpp"

namespace isotypic {

/// Which component every node belongs to. Components are numbered by their least node.
struct ConnectedComponents {
  std::int64_t count = 0;
  std::vector<std::int32_t> component_of;  ///< one number per node
};

/// Takes O(nodes + edges).
[[nodiscard]] ConnectedComponents connected_components(const Graph& graph);

/// The components as lists of nodes, ascending within a list.
[[nodiscard]] std::vector<std::vector<std::int32_t>> component_lists(
    const ConnectedComponents& components);

/// Whether there is a path between any two nodes. The graph without nodes is connected.
[[nodiscard]] bool is_connected(const Graph& graph);

}  // namespace isotypic
