// walk_powers: how walks spread from some nodes, step by step.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "isotypic/graph/graph.hpp"

namespace isotypic {

/// Calls body(k, x) for k = 1 .. powers, where x[v * sources + s] = (N^k)_vs for every node v and
/// source s, and N = D^-1/2 A D^-1/2. All sources go at once, so that a step along an edge is an
/// addition of rows.
template <typename Body>
void walk_powers(const Graph& graph, std::span<const std::int32_t> sources, std::int64_t powers,
                 Body&& body) {
  const std::int64_t n = graph.num_nodes();
  const std::size_t count = sources.size();
  std::vector<double> x(static_cast<std::size_t>(n) * count, 0.0);
  std::vector<double> next(x.size());
  std::vector<double> scale(static_cast<std::size_t>(n), 0.0);
  for (std::int64_t v = 0; v < n; ++v) {
    if (graph.degree(v) > 0) scale[v] = 1.0 / std::sqrt(static_cast<double>(graph.degree(v)));
  }
  for (std::size_t s = 0; s < count; ++s) x[sources[s] * count + s] = 1.0;
  for (std::int64_t k = 1; k <= powers; ++k) {
    std::fill(next.begin(), next.end(), 0.0);
    for (std::int64_t v = 0; v < n; ++v) {
      double* to = next.data() + v * count;
      for (const std::int32_t u : graph.neighbours(v)) {
        const double* from = x.data() + u * count;
        const double weight = scale[v] * scale[u];
        for (std::size_t s = 0; s < count; ++s) to[s] += weight * from[s];
      }
    }
    std::swap(x, next);
    body(k, std::as_const(x));
  }
}

}  // namespace isotypic
