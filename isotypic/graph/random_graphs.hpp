// Random graphs. Equal states of the generator give equal graphs on every platform.
#pragma once

#include <cstdint>

#include "isotypic/base/random.hpp"
#include "isotypic/graph/graph.hpp"

namespace isotypic {

/// G(n, p): every pair is an edge with probability p, independently. Time O(n + edges).
[[nodiscard]] Graph erdos_renyi_graph(std::int64_t n, double p, Random& random);

/// A simple graph in which every node has exactly the given degree: the pairing of Steger and
/// Wormald, which is uniform in the limit of large n. Needs 0 <= degree < n, n * degree even.
[[nodiscard]] Graph random_regular_graph(std::int64_t n, std::int64_t degree, Random& random);

/// A uniformly random labelled tree, by its Pruefer sequence; n >= 1.
[[nodiscard]] Graph random_tree(std::int64_t n, Random& random);

/// The graph with its nodes numbered uniformly at random.
[[nodiscard]] Graph shuffled(const Graph& graph, Random& random);

}  // namespace isotypic
