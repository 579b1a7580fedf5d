// Small graphs with channels and features, for the tests and the benchmark of the neural stack.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "isotypic/data/dataset.hpp"
#include "isotypic/graph/permutation.hpp"

namespace isotypic::test {

/// An Erdos-Renyi graph, and a permutation of 0..n-1; equal seeds give equal ones.
[[nodiscard]] Graph random_graph(std::int64_t n, double density, std::uint64_t seed);
[[nodiscard]] Permutation random_permutation(std::int64_t n, std::uint64_t seed);

[[nodiscard]] std::shared_ptr<const Channels> channels_of(const Graph& graph);

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
