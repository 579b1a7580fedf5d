// sum_of_parts: what a model reads of a batch, part by part, in the memory of one part.
#pragma once

#include <ATen/core/Tensor.h>

#include "isotypic/nn/model.hpp"

namespace isotypic::nn {

/// The sum over the parts of the batch of what the model's readout gives: [samples, width].
///
/// Nothing is kept of a part but this sum. backward() makes and reads every part once more, with
/// the same dropout masks, and adds the gradients of the weights to those that are there. The
/// gradient is exact; with Normalisation::Batch the statistics of training are those of a part.
[[nodiscard]] at::Tensor sum_of_parts(GraphModel& model, const Batch& batch);

}  // namespace isotypic::nn
