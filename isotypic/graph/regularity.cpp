#include "isotypic/graph/regularity.hpp"

#include <algorithm>

#include "isotypic/graph/distances.hpp"

namespace isotypic {
namespace {

/// Takes the value the first time, and then tells whether it is always the same.
bool agrees(std::optional<std::int64_t>& known, std::int64_t value) {
  if (!known) known = value;
  return *known == value;
}

/// A number that several nodes must share, for every distance.
class SharedNumbers {
 public:
  [[nodiscard]] bool agrees_at(std::int64_t distance, std::int64_t value) {
    if (distance >= std::ssize(numbers_)) numbers_.resize(distance + 1);
    return agrees(numbers_[distance], value);
  }
  [[nodiscard]] std::int64_t at(std::int64_t distance) const { return *numbers_[distance]; }
  [[nodiscard]] std::int64_t count() const { return std::ssize(numbers_); }

 private:
  std::vector<std::optional<std::int64_t>> numbers_;
};

}  // namespace

bool is_bipartite(const Graph& graph) {
  std::vector<std::int8_t> side(graph.num_nodes(), -1);
  std::vector<std::int32_t> pending;
  for (std::int32_t start = 0; start < graph.num_nodes(); ++start) {
    if (side[start] >= 0) continue;
    side[start] = 0;
    pending.assign(1, start);
    while (!pending.empty()) {
      const std::int32_t v = pending.back();
      pending.pop_back();
      for (const std::int32_t w : graph.neighbours(v)) {
        if (side[w] == side[v]) return false;
        if (side[w] >= 0) continue;
        side[w] = static_cast<std::int8_t>(1 - side[v]);
        pending.push_back(w);
      }
    }
  }
  return true;
}

std::int64_t triangles_at(const Graph& graph, std::int32_t node) {
  std::vector<bool> is_neighbour(graph.num_nodes(), false);
  for (const std::int32_t v : graph.neighbours(node)) is_neighbour[v] = true;
  std::int64_t twice = 0;
  for (const std::int32_t v : graph.neighbours(node)) {
    twice +=
        std::ranges::count_if(graph.neighbours(v), [&](std::int32_t w) { return is_neighbour[w]; });
  }
  return twice / 2;
}

std::optional<StronglyRegular> strongly_regular(const Graph& graph,
                                                std::span<const std::int32_t> starts) {
  const std::int64_t n = graph.num_nodes();
  std::optional<std::int64_t> degree, lambda, mu;
  for (std::int64_t v = 0; v < n; ++v) {
    if (!agrees(degree, graph.degree(v))) return std::nullopt;
  }
  if (!degree || *degree == 0 || *degree == n - 1) return std::nullopt;
  std::vector<std::int64_t> common(n);
  for (const std::int32_t start : starts) {
    std::ranges::fill(common, 0);
    for (const std::int32_t v : graph.neighbours(start)) {
      for (const std::int32_t w : graph.neighbours(v)) ++common[w];
    }
    const auto neighbours = graph.neighbours(start);
    auto next = neighbours.begin();
    for (std::int32_t v = 0; v < n; ++v) {
      const bool adjacent = next != neighbours.end() && *next == v;
      if (adjacent) ++next;
      if (v != start && !agrees(adjacent ? lambda : mu, common[v])) return std::nullopt;
    }
  }
  return StronglyRegular{.num_nodes = n, .degree = *degree, .lambda = *lambda, .mu = *mu};
}

std::string to_string(const IntersectionArray& array) {
  std::string text = "{";
  for (const auto* numbers : {&array.outward, &array.inward}) {
    if (numbers == &array.inward) text += ';';
    for (std::size_t i = 0; i < numbers->size(); ++i) {
      text += (i > 0 ? "," : "") + std::to_string((*numbers)[i]);
    }
  }
  return text + '}';
}

std::optional<IntersectionArray> distance_regular(const Graph& graph,
                                                  std::span<const std::int32_t> starts) {
  SharedNumbers outward, inward;
  for (const std::int32_t start : starts) {
    const std::vector<std::int32_t> distance = distances_from(graph, start);
    for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
      if (distance[v] < 0) return std::nullopt;
      std::int64_t farther = 0, nearer = 0;
      for (const std::int32_t w : graph.neighbours(v)) {
        farther += distance[w] > distance[v] ? 1 : 0;
        nearer += distance[w] < distance[v] ? 1 : 0;
      }
      if (!outward.agrees_at(distance[v], farther) || !inward.agrees_at(distance[v], nearer)) {
        return std::nullopt;
      }
    }
  }
  if (outward.count() == 0) return std::nullopt;
  IntersectionArray array;
  for (std::int64_t i = 0; i + 1 < outward.count(); ++i) {
    array.outward.push_back(outward.at(i));
    array.inward.push_back(inward.at(i + 1));
  }
  return array;
}

}  // namespace isotypic
