// BatchShare: what a batch knows of the larger one that it is a share of.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace isotypic::nn {

/// Several trainers, each with its share of one batch, compute what one of them would compute with
/// all of it: statistics are those of the whole batch, and dropout masks are keyed by the place in
/// it. The shares are consecutive graphs.
struct BatchShare {
  std::int64_t first_node = 0;   ///< place of the share's first node in the whole batch
  std::int64_t num_nodes = 0;    ///< of the whole batch
  std::int64_t first_graph = 0;  ///< likewise
  std::int64_t num_graphs = 0;
  /// As many numbers of every share, one share after the other, in the order of the batch. All
  /// trainers call it equally often.
  std::function<std::vector<double>(std::span<const double>)> gather;
};

}  // namespace isotypic::nn
