// Return probabilities of walks as features of nodes, and the scales of such features.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>

#include "isotypic/nn/batch.hpp"
#include "isotypic/nn/column_scales.hpp"

namespace isotypic::nn {

/// (N^k)_ii for k = 1 .. powers and every node i, N the normalised adjacency matrix: [N, powers].
/// Throws Error if the batch has no described pairs, or they have fewer powers.
[[nodiscard]] at::Tensor return_probabilities(const Batch& batch, std::int64_t powers);

/// Over the ordered pairs of the graphs `ids`, every described value.
[[nodiscard]] ColumnScales pair_scales(const GraphTensors& data, std::span<const std::int64_t> ids);

/// Over the nodes of the graphs `ids`, every return probability.
[[nodiscard]] ColumnScales return_scales(const GraphTensors& data,
                                         std::span<const std::int64_t> ids);

}  // namespace isotypic::nn
