// How far apart the nodes are whose pairs a network looks at.
#pragma once

#include <string>

#include "isotypic/learn/pipeline.hpp"

namespace isotypic::learn {

/// Ordered pairs of nodes of a whole data set that are held in memory at most, about 50 bytes each.
inline constexpr std::int64_t max_dataset_pairs = 64'000'000;

/// What reach 0 stands for, where the readout looks at pairs. It stays 0, all pairs, if all graphs
/// together have at most max_dataset_pairs ordered pairs and none has more than
/// max_descriptor_nodes nodes. Else it becomes the largest reach whose pairs are at most
/// max_dataset_pairs, and at most max_described_pairs in every graph. Throws Error if even the
/// edges are too many.
void resolve_reach(PipelineOptions& options, const Dataset& dataset);

/// "pairs of nodes within distance 3" for a network that looks at no others; else nothing.
[[nodiscard]] std::string reach_in_words(const Pipeline& pipeline);

}  // namespace isotypic::learn
