// shares: the batches of an epoch, and which graphs of a batch are whose. Internal.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "isotypic/nn/model.hpp"
#include "isotypic/train/loss.hpp"
#include "isotypic/train/ranks.hpp"

namespace isotypic::train {

/// Calls body(ids) for consecutive batches of `ids`.
template <typename Body>
void over_batches(const nn::GraphTensors& data, std::span<const std::int64_t> ids,
                  std::int64_t batch_size, Body&& body) {
  while (!ids.empty()) {
    std::size_t count = std::min(static_cast<std::size_t>(batch_size), ids.size());
    // A single node is no batch for BatchNorm: as the last one it joins those before it.
    const bool one_more = ids.size() == count + 1;
    if (one_more && data.node_offsets[ids.back() + 1] - data.node_offsets[ids.back()] == 1) ++count;
    body(ids.first(count));
    ids = ids.subspan(count);
  }
}

/// The part of `ids` that rank `rank` of `size` takes: consecutive graphs, with about as many nodes
/// for everyone. Empty for some ranks if there are fewer graphs than ranks.
[[nodiscard]] std::span<const std::int64_t> part_of(const nn::GraphTensors& data,
                                                    std::span<const std::int64_t> ids,
                                                    std::int64_t rank, std::int64_t size);

/// What a rank computes of one step.
struct StepShare {
  nn::Batch batch;
  double weight = 1.0;  ///< of its mean loss in that of the whole batch
  bool counts = true;   ///< otherwise it only takes part in the messages, with somebody's graph
};

/// The share of `ranks` in the batch `ids`; all of it without ranks.
[[nodiscard]] StepShare share_of_step(const nn::GraphTensors& data,
                                      std::span<const std::int64_t> ids, Loss loss, Ranks* ranks);

/// Throws Error in the name of train() if this cannot be trained in shares.
void check_shareable(const nn::GraphModel& model, const nn::GraphTensors& data);

}  // namespace isotypic::train
