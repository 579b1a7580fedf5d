// Losses: differentiable means over a batch.
#pragma once

#include <ATen/core/Tensor.h>

#include "isotypic/nn/batch.hpp"

namespace isotypic::train {

enum class Loss {
  CrossEntropy,        ///< of Batch::labels
  BinaryCrossEntropy,  ///< with logits, of Batch::targets; missing ones are left out
  MeanSquaredError,    ///< of Batch::targets; missing ones are left out
  MeanAbsoluteError,   ///< likewise
};

/// The loss of a model's output [G, outputs] on its batch.
[[nodiscard]] at::Tensor compute_loss(Loss loss, const at::Tensor& output, const nn::Batch& batch);

/// logits [G, classes], labels int64 [G].
[[nodiscard]] at::Tensor cross_entropy(const at::Tensor& logits, const at::Tensor& labels);

/// Mean over the targets that are not NaN; zero if there is none. Same shapes.
[[nodiscard]] at::Tensor masked_binary_cross_entropy(const at::Tensor& logits,
                                                     const at::Tensor& targets);
[[nodiscard]] at::Tensor masked_squared_error(const at::Tensor& output, const at::Tensor& targets);
[[nodiscard]] at::Tensor masked_absolute_error(const at::Tensor& output, const at::Tensor& targets);

/// Mean over the rows of 1 - cos(a, b) where sign is 1, and of max(0, cos(a, b) - margin) where it
/// is -1, as PyTorch computes it. a, b [K, d]; sign [K].
[[nodiscard]] at::Tensor cosine_pair_loss(const at::Tensor& a, const at::Tensor& b,
                                          const at::Tensor& sign, double margin = 0.0);

}  // namespace isotypic::train
