#include "isotypic/graph/connected_components.hpp"

namespace isotypic {

ConnectedComponents connected_components(const Graph& graph) {
  ConnectedComponents result;
  result.component_of.assign(graph.num_nodes(), -1);
  std::vector<std::int32_t> pending;
  for (std::int32_t start = 0; start < graph.num_nodes(); ++start) {
    if (result.component_of[start] >= 0) continue;
    const auto number = static_cast<std::int32_t>(result.count++);
    result.component_of[start] = number;
    pending.assign(1, start);
    while (!pending.empty()) {
      const std::int32_t v = pending.back();
      pending.pop_back();
      for (const std::int32_t w : graph.neighbours(v)) {
        if (result.component_of[w] >= 0) continue;
        result.component_of[w] = number;
        pending.push_back(w);
      }
    }
  }
  return result;
}

std::vector<std::vector<std::int32_t>> component_lists(const ConnectedComponents& components) {
  std::vector<std::vector<std::int32_t>> lists(components.count);
  for (std::size_t v = 0; v < components.component_of.size(); ++v) {
    lists[components.component_of[v]].push_back(static_cast<std::int32_t>(v));
  }
  return lists;
}

bool is_connected(const Graph& graph) { return connected_components(graph).count <= 1; }

}  // namespace isotypic
