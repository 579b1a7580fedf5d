#include "isotypic/graph/distances.hpp"

#include <algorithm>

namespace isotypic {
namespace {

constexpr std::int32_t unreached = -1;

/// The nodes that `start` reaches, nearest first. Sets their entries of `distance`, and lowers
/// `girth` to the shortest closed walk seen: never below the true girth, and equal to it when
/// `start` lies on a shortest cycle.
std::vector<std::int32_t> search(const Graph& graph, std::int32_t start,
                                 std::vector<std::int32_t>& distance,
                                 std::optional<std::int64_t>& girth) {
  std::vector<std::int32_t> order = {start};
  distance[start] = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::int32_t v = order[i];
    std::int64_t above = 0;  // neighbours one step nearer to the start: one of them is the parent
    for (const std::int32_t w : graph.neighbours(v)) {
      if (distance[w] == unreached) {
        distance[w] = distance[v] + 1;
        order.push_back(w);
        continue;
      }
      const bool is_parent = distance[w] < distance[v] && above++ == 0;
      if (is_parent || distance[w] > distance[v]) continue;
      const std::int64_t length = std::int64_t{distance[v]} + distance[w] + 1;
      girth = std::min(girth.value_or(length), length);
    }
  }
  return order;
}

}  // namespace

std::vector<std::int32_t> distances_from(const Graph& graph, std::int32_t start) {
  std::vector<std::int32_t> distance(graph.num_nodes(), unreached);
  std::optional<std::int64_t> girth;
  (void)search(graph, start, distance, girth);
  return distance;
}

DistanceSummary summarise_distances(const Graph& graph, std::span<const std::int32_t> starts) {
  DistanceSummary summary;
  std::vector<std::int32_t> distance(graph.num_nodes(), unreached);
  bool connected = true;
  for (const std::int32_t start : starts) {
    const std::vector<std::int32_t> order = search(graph, start, distance, summary.girth);
    connected = connected && std::ssize(order) == graph.num_nodes();
    const std::int64_t farthest = distance[order.back()];
    summary.diameter = std::max(summary.diameter.value_or(0), farthest);
    for (const std::int32_t v : order) distance[v] = unreached;
  }
  if (!connected) summary.diameter.reset();
  return summary;
}

}  // namespace isotypic
