// What a pipeline computes of a graph before the network sees it.
#pragma once

#include "isotypic/learn/pipeline.hpp"
#include "isotypic/nn/graph_tensors.hpp"

namespace isotypic::learn {

/// `channels` with the number of blocks and the grouping of the pipeline.
[[nodiscard]] ChannelOptions channel_options(const Pipeline& pipeline, ChannelOptions channels);

[[nodiscard]] nn::CollateOptions collate_options(const Pipeline& pipeline);

}  // namespace isotypic::learn
