// NearWalks: how walks spread from a node that they never leave far behind.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "isotypic/channels/internal/near_pairs.hpp"
#include "isotypic/graph/graph.hpp"

namespace isotypic {

/// Works in memory that is kept from one source to the next.
class NearWalks {
 public:
  NearWalks(const Graph& graph, const NearPairs& pairs)
      : graph_(graph), pairs_(pairs), place_(static_cast<std::size_t>(graph.num_nodes()), -1) {}

  /// Calls body(k, x) for k = 1 .. powers, where x[i] sums the walks of k steps, weighed as in
  /// D^-1/2 A D^-1/2, from `source` to its partner i over its partners alone.
  template <typename Body>
  void spread(std::int32_t source, std::int64_t powers, Body&& body) {
    const auto first = static_cast<std::size_t>(pairs_.row_offsets[source]);
    const auto last = static_cast<std::size_t>(pairs_.row_offsets[source + 1]);
    const std::span nodes = std::span(pairs_.partners).subspan(first, last - first);
    find_steps(nodes);
    std::vector<double>& x = x_;
    std::vector<double>& next = next_;
    x.assign(nodes.size(), 0.0);
    next.resize(nodes.size());
    x[static_cast<std::size_t>(pairs_.find(source, source)) - first] = 1.0;
    for (std::int64_t k = 1; k <= powers; ++k) {
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        double sum = 0.0;
        for (std::size_t s = begins_[i]; s < begins_[i + 1]; ++s) {
          sum += steps_[s].weight * x[steps_[s].from];
        }
        next[i] = sum;
      }
      std::swap(x, next);
      body(k, std::span<const double>(x));
    }
  }

 private:
  struct Step {
    std::int32_t from;
    double weight;
  };

  /// The edges between `nodes`. A hub has many neighbours that are none of them, so its partners
  /// are looked up instead.
  void find_steps(std::span<const std::int32_t> nodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i) place_[nodes[i]] = static_cast<std::int32_t>(i);
    steps_.clear();
    begins_.assign(1, 0);
    for (const std::int32_t v : nodes) {
      constexpr std::size_t lookup_cost = 8;
      const auto neighbours = graph_.neighbours(v);
      if (neighbours.size() > lookup_cost * nodes.size()) {
        for (const std::int32_t w : nodes) {
          if (graph_.has_edge(v, w)) add_step(v, w);
        }
      } else {
        for (const std::int32_t w : neighbours) {
          if (place_[w] >= 0) add_step(v, w);
        }
      }
      begins_.push_back(steps_.size());
    }
    for (const std::int32_t v : nodes) place_[v] = -1;
  }

  void add_step(std::int32_t to, std::int32_t from) {
    const double degrees =
        static_cast<double>(graph_.degree(to)) * static_cast<double>(graph_.degree(from));
    steps_.push_back({place_[from], 1.0 / std::sqrt(degrees)});
  }

  const Graph& graph_;
  const NearPairs& pairs_;
  std::vector<std::int32_t> place_;  // among the nodes of a source, or -1
  std::vector<Step> steps_;
  std::vector<std::size_t> begins_;
  std::vector<double> x_, next_;
};

}  // namespace isotypic
