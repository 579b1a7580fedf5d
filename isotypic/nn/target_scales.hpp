// target_scales: mean and deviation of the targets of a training part.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>

#include "isotypic/nn/graph_tensors.hpp"

namespace isotypic::nn {

struct TargetScales {
  at::Tensor mean;       ///< [targets]
  at::Tensor deviation;  ///< [targets]; 1 where the targets do not differ
};

/// Over the graphs `ids`; missing targets are left out. Throws Error if the data have no targets.
[[nodiscard]] TargetScales target_scales(const GraphTensors& data,
                                         std::span<const std::int64_t> ids);

}  // namespace isotypic::nn
