#include "isotypic/channels/internal/near_pairs.hpp"

#include <algorithm>
#include <numeric>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/orbital_descriptors.hpp"
#include "isotypic/graph/connected_components.hpp"

namespace isotypic {
namespace {

constexpr const char* where = "describe_orbitals";

/// Breadth-first searches from one node after the other, in memory that is kept.
class BallSearch {
 public:
  explicit BallSearch(const Graph& graph)
      : graph_(graph), distance_(static_cast<std::size_t>(graph.num_nodes()), -1) {
    const ConnectedComponents parts = connected_components(graph);
    component_of_ = parts.component_of;
    component_size_.resize(static_cast<std::size_t>(parts.count));
    for (const std::int32_t part : component_of_) ++component_size_[part];
  }

  /// The nodes within `reach` of a node, the nearest first. Valid until the next search.
  std::span<const std::int32_t> ball(std::int32_t source, std::int64_t reach) {
    for (const std::int32_t v : found_) distance_[v] = -1;
    found_.assign(1, source);
    distance_[source] = 0;
    const auto all = static_cast<std::size_t>(component_size_[component_of_[source]]);
    for (std::size_t i = 0; i < found_.size() && found_.size() < all; ++i) {
      const std::int32_t next = distance_[found_[i]] + 1;
      if (next > reach) break;
      for (const std::int32_t w : graph_.neighbours(found_[i])) {
        if (distance_[w] >= 0) continue;
        distance_[w] = next;
        found_.push_back(w);
      }
    }
    return found_;
  }

  /// From the source, of a node of the ball.
  [[nodiscard]] std::int32_t distance(std::int32_t v) const { return distance_[v]; }

 private:
  const Graph& graph_;
  std::vector<std::int32_t> distance_;  // -1: not found
  std::vector<std::int32_t> found_;
  std::vector<std::int32_t> component_of_;
  std::vector<std::int64_t> component_size_;
};

/// Sets of pairs that are joined; each is known by its first pair.
class PairClasses {
 public:
  explicit PairClasses(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  std::int32_t first_of(std::int32_t pair) {
    while (parent_[pair] != pair) pair = parent_[pair] = parent_[parent_[pair]];
    return pair;
  }
  void join(std::int64_t a, std::int64_t b) {
    const auto [low, high] = std::minmax(
        {first_of(static_cast<std::int32_t>(a)), first_of(static_cast<std::int32_t>(b))});
    parent_[high] = low;
  }
  std::vector<std::int32_t> take() && {
    for (std::size_t i = 0; i < parent_.size(); ++i) {
      parent_[i] = first_of(static_cast<std::int32_t>(i));
    }
    return std::move(parent_);
  }

 private:
  std::vector<std::int32_t> parent_;
};

}  // namespace

std::int64_t NearPairs::find(std::int64_t u, std::int64_t v) const {
  const auto first = partners.begin() + row_offsets[u];
  const auto last = partners.begin() + row_offsets[u + 1];
  const auto place = std::lower_bound(first, last, v);
  return place == last || *place != v ? -1 : place - partners.begin();
}

NearPairs find_near_pairs(const Graph& graph, std::int64_t reach, std::int64_t limit) {
  NearPairs pairs;
  pairs.row_offsets.push_back(0);
  BallSearch search(graph);
  std::vector<std::int32_t> row;
  for (std::int32_t u = 0; u < graph.num_nodes(); ++u) {
    const auto ball = search.ball(u, reach);
    if (std::ssize(pairs.partners) + std::ssize(ball) > limit) {
      fail(where, "the graph has more than ", limit, " pairs of nodes within distance ", reach,
           reach > 1 ? ": choose a smaller reach" : ", which is the shortest reach");
    }
    row.assign(ball.begin(), ball.end());
    std::ranges::sort(row);
    for (const std::int32_t v : row) {
      pairs.partners.push_back(v);
      pairs.distances.push_back(search.distance(v));
    }
    pairs.row_offsets.push_back(std::ssize(pairs.partners));
  }
  return pairs;
}

std::vector<std::int32_t> near_orbitals(const NearPairs& pairs,
                                        std::span<const SparsePermutation> generators) {
  PairClasses classes(pairs.partners.size());
  std::vector<std::int32_t> image(pairs.row_offsets.size() - 1);
  std::iota(image.begin(), image.end(), 0);
  for (const SparsePermutation& generator : generators) {
    for (std::size_t i = 0; i < generator.points.size(); ++i) {
      image[generator.points[i]] = generator.images[i];
    }
    for (const std::int32_t u : generator.points) {
      for (std::int64_t p = pairs.row_offsets[u]; p < pairs.row_offsets[u + 1]; ++p) {
        const std::int32_t v = pairs.partners[p];
        classes.join(p, pairs.find(image[u], image[v]));
        // The row of a node that stays is seen from the nodes that move.
        if (image[v] == v) classes.join(pairs.find(v, u), pairs.find(v, image[u]));
      }
    }
    for (const std::int32_t u : generator.points) image[u] = u;
  }
  return std::move(classes).take();
}

std::int64_t largest_reach(std::span<const Graph* const> graphs, std::int64_t limit,
                           const DescriptorOptions& options) {
  std::int64_t edges = 0;
  for (const Graph* graph : graphs) edges += graph->num_nodes() + 2 * graph->num_edges();
  if (edges > limit) return 0;
  std::int64_t reach = std::max<std::int64_t>(1, options.max_distance - 1);
  std::vector<std::int64_t> within(static_cast<std::size_t>(reach) + 1, 0);
  for (const Graph* graph : graphs) {
    BallSearch search(*graph);
    for (std::int32_t u = 0; u < graph->num_nodes() && reach > 1; ++u) {
      const auto ball = search.ball(u, reach);
      auto last = ball.begin();
      for (std::int64_t r = 0; r <= reach; ++r) {
        last =
            std::find_if(last, ball.end(), [&](std::int32_t v) { return search.distance(v) > r; });
        within[r] += last - ball.begin();
      }
      while (reach > 1 && within[reach] > limit) --reach;
    }
  }
  return reach;
}

std::int64_t chosen_reach(const Graph& graph, const DescriptorOptions& options) {
  if (options.reach > 0 || graph.num_nodes() <= max_descriptor_nodes) return options.reach;
  const Graph* alone = &graph;
  const std::int64_t reach = largest_reach({&alone, 1}, max_described_pairs, options);
  if (reach == 0) {
    fail(where, "the graph has ", graph.num_nodes(), " nodes and ", graph.num_edges(),
         " edges; pairs of nodes are described up to ", max_described_pairs,
         " ordered pairs, and its edges alone are more: take a readout without pairs, such as sum");
  }
  return reach;
}

}  // namespace isotypic
