// MarkTensors: which nodes the marked copies of the graphs of a dataset have marked.
//
// A readout over marks looks at every graph once for each way to mark k of its nodes. Tuples in one
// orbit of the automorphism group give isomorphic copies, so one representative of each orbit is
// enough, weighted by the size of the orbit.
#pragma once

#include <ATen/core/Tensor.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "isotypic/data/dataset.hpp"

namespace isotypic::nn {

struct MarkOptions {
  std::int64_t size = 1;  ///< k: marked nodes of a copy, 1 to max_tuple_size
  /// Refuse a graph with more copies than this: each is one more graph of the batch.
  std::int64_t max_copies = 1'000'000;
  /// A batch whose copies have more nodes than this is read in parts that do not; a part has at
  /// least one copy. So memory stays bounded.
  std::int64_t max_nodes_at_once = 50'000;
  /// Give up on a graph with an Error of kind Cancelled after this time; none means never.
  std::optional<std::chrono::milliseconds> time_limit;
  std::int64_t threads = 0;  ///< 0: one per core
  std::stop_token stop;      ///< gives up with an Error of kind Cancelled
};

/// Graph g has the copies copy_offsets[g] to copy_offsets[g + 1]. A graph with fewer than k nodes
/// has one copy, without marks.
struct MarkTensors {
  std::int64_t size = 0;                   ///< k
  std::vector<std::int64_t> copy_offsets;  ///< into weights
  std::vector<std::int32_t> nodes;         ///< k per copy, numbered within the graph; -1: no mark
  std::int64_t max_nodes_at_once = 0;      ///< as in MarkOptions
  at::Tensor weights;  ///< [copies]: the share of its orbit in all tuples of its graph
};

/// The representatives of every sample, on several threads, under the automorphisms that keep all
/// features of its nodes and edges. Throws Error naming the sample when it
/// has more copies than allowed.
[[nodiscard]] MarkTensors find_marks(std::span<const Sample> samples, at::ScalarType dtype,
                                     const MarkOptions& options);

}  // namespace isotypic::nn
