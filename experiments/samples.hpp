// Samples of the expressivity tasks: constant node features, and channels where a readout asks.
#pragma once

#include "isotypic/channels/cache.hpp"
#include "isotypic/data/dataset.hpp"

namespace isotypic::experiments {

/// The graph with the single node feature 1. Without a cache it gets no channels.
[[nodiscard]] Sample constant_sample(Graph graph, std::int64_t label, ChannelCache* cache,
                                     const ChannelOptions& options = {});

/// The blocks of the sample that has most of them; at least 1.
[[nodiscard]] std::int64_t most_blocks(const std::vector<Sample>& samples);

}  // namespace isotypic::experiments
