// Small graphs with channels and features, for the tests and the benchmark of the neural stack.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "isotypic/data/dataset.hpp"

namespace isotypic::test {

/// The graph on the rows and columns of Z_4 x Z_4 whose node v is adjacent to v + s for the
/// differences s: a Cayley graph.
[[nodiscard]] Graph rook_graph();
[[nodiscard]] Graph shrikhande_graph();
[[nodiscard]] Graph cycle(std::int64_t n);
[[nodiscard]] Graph path(std::int64_t n);
[[nodiscard]] Graph random_graph(std::int64_t n, double density, std::uint64_t seed);

/// Eigenspaces of a generic equivariant operator, by a dense solver in canonical coordinates.
[[nodiscard]] std::shared_ptr<const Channels> channels_of(const Graph& graph);

/// A permutation of 0..n-1.
[[nodiscard]] std::vector<std::int32_t> random_permutation(std::int64_t n, std::uint64_t seed);

struct SampleWidths {
  std::int64_t node_features = 5;
  std::int64_t edge_features = 3;
};

/// A sample with random features; equal seeds give equal values.
[[nodiscard]] Sample random_sample(Graph graph, std::uint64_t seed,
                                   const SampleWidths& widths = {});

/// The same sample with its nodes renamed: node v becomes position[v].
[[nodiscard]] Sample relabelled(const Sample& sample, std::span<const std::int32_t> position);

/// A few graphs of different kinds, one of them a single node, with channels.
[[nodiscard]] std::vector<Sample> mixed_samples(const SampleWidths& widths = {});

}  // namespace isotypic::test
