// fixed_scales: the statistics of Normalisation::Fixed.
#pragma once

#include <cstdint>
#include <span>

#include "isotypic/nn/model.hpp"

namespace isotypic::nn {

/// Sets the statistics of all norms of the encoder, layer by layer, then those of the marked copies
/// and of the readout, to those over the graphs `ids` of `data` (at most max_scale_graphs of them,
/// evenly spaced). A marked copy counts with its weight, so the statistics are those over all
/// tuples, and depend on no order of copies.
///
/// Rounding is not scaled up: a column of the readout whose deviation is below 1e-9 of its size in
/// double, or 3e-5 in float, becomes zero.
void fix_scales(GraphModel& model, const GraphTensors& data, std::span<const std::int64_t> ids);

inline constexpr std::int64_t max_scale_graphs = 512;

/// Mean and one over the deviation of every column of z [rows, width], in its type and with
/// gradients. The factor is zero where the deviation is below the limit above.
struct ReadoutScales {
  at::Tensor mean, factor;
};
[[nodiscard]] ReadoutScales readout_scales(const at::Tensor& z);

}  // namespace isotypic::nn
