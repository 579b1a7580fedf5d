// Relabelled copies of a graph are one graph: what a network gives for one, it gives for all.
#pragma once

#include <cstdint>
#include <vector>

#include "isotypic/data/dataset.hpp"
#include "isotypic/nn/encoder_options.hpp"

namespace isotypic::experiments {

/// Whether graphs do not see each other in training: then outputs and gradients of relabelled
/// copies are equal, and a batch may hold one for all of them.
[[nodiscard]] bool treats_graphs_apart(const nn::EncoderOptions& encoder);

/// For every sample the number of the first one with an isomorphic graph. Features are not looked
/// at: they must be constant.
[[nodiscard]] std::vector<std::int64_t> first_isomorphic(const std::vector<Sample>& samples);

}  // namespace isotypic::experiments
