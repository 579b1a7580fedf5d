// gather_graphs: copies ranges of a GraphTensors side by side.
#pragma once

#include <cstdint>
#include <span>

#include "isotypic/nn/batch.hpp"

namespace isotypic::nn {

/// The graphs `ids`, which may repeat, without labels, samples and marks.
[[nodiscard]] Batch gather_graphs(const GraphTensors& data, std::span<const std::int64_t> ids);

}  // namespace isotypic::nn
