// finish_row: from the outputs of a network to the answers that people read.
#pragma once

#include <cstdint>
#include <span>

#include "isotypic/learn/pipeline.hpp"

namespace isotypic::learn {

[[nodiscard]] bool gives_classes(const Pipeline& pipeline);

/// Turns the outputs of the network into the answers of the task, in the order of
/// Predictor::columns(). Throws Error if one is not a number; `graph` is its number in the message.
void finish_row(const Pipeline& pipeline, const float* outputs, std::int64_t graph,
                std::span<double> row);

}  // namespace isotypic::learn
