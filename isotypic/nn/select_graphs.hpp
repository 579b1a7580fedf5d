// select_graphs: some graphs of a GraphTensors as one of their own.
#pragma once

#include <cstdint>
#include <span>

#include "isotypic/nn/graph_tensors.hpp"

namespace isotypic::nn {

/// The graphs `ids` of `data` alone, with their features and marks, but without labels, targets
/// and described pairs.
[[nodiscard]] GraphTensors select_graphs(const GraphTensors& data,
                                         std::span<const std::int64_t> ids);

}  // namespace isotypic::nn
