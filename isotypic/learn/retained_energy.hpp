// Retained energy: how much of the node embeddings the isotypic readout sees.
#pragma once

#include <optional>
#include <string>

#include "isotypic/learn/pipeline.hpp"

namespace isotypic::learn {

/// The median over graphs of the training part (at most 512 of them) of the share of |M|^2 that
/// lies in the blocks that the readout keeps; M are the embeddings that the encoder gives with its
/// present weights. Nothing if no part of the readout reads blocks.
[[nodiscard]] std::optional<double> median_retained_energy(const Pipeline& pipeline,
                                                           const nn::GraphTensors& data);

/// A sentence that says so and what to try, if it is below one half; else empty.
[[nodiscard]] std::string retained_energy_warning(const Pipeline& pipeline,
                                                  const nn::GraphTensors& data);

}  // namespace isotypic::learn
