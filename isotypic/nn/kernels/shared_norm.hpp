// batch_norm: BatchNorm over the rows of a batch, or of all shares of one. Internal.
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/modules/batchnorm.h>

#include <memory>

#include "isotypic/nn/batch_share.hpp"

namespace isotypic::nn {

/// norm(x). In training, the rows of a share are normalised with the statistics over all shares,
/// forward and backward; without a share it is the module itself.
[[nodiscard]] at::Tensor batch_norm(torch::nn::BatchNorm1d& norm, const at::Tensor& x,
                                    const std::shared_ptr<const BatchShare>& share);

}  // namespace isotypic::nn
