#include "isotypic/train/loss.hpp"

#include <ATen/ATen.h>

#include "isotypic/base/error.hpp"

namespace isotypic::train {
namespace {

void check_loss_shapes(const char* where, const at::Tensor& output, const at::Tensor& targets) {
  if (!targets.defined()) fail(where, "the batch has no targets");
  if (output.sizes() != targets.sizes()) {
    fail(where, "output has shape ", output.sizes(), ", targets ", targets.sizes());
  }
}

/// Mean of terms(targets without gaps) over the targets that are there.
template <typename Terms>
at::Tensor masked_mean(const at::Tensor& targets, Terms&& terms) {
  const at::Tensor present = at::isnan(targets).logical_not();
  const at::Tensor filled = at::where(present, targets, at::zeros_like(targets));
  const at::Tensor weights = present.to(targets.scalar_type());
  return (terms(filled) * weights).sum() / weights.sum().clamp_min(1);
}

}  // namespace

at::Tensor cross_entropy(const at::Tensor& logits, const at::Tensor& labels) {
  if (logits.dim() != 2 || labels.dim() != 1 || logits.size(0) != labels.size(0)) {
    fail("cross_entropy", "logits have shape ", logits.sizes(), ", labels ", labels.sizes());
  }
  if (((labels < 0) | (labels >= logits.size(1))).any().item<bool>()) {
    fail("cross_entropy", "a label is not below the number of classes ", logits.size(1));
  }
  return at::nll_loss(at::log_softmax(logits, 1), labels);
}

at::Tensor masked_binary_cross_entropy(const at::Tensor& logits, const at::Tensor& targets) {
  check_loss_shapes("masked_binary_cross_entropy", logits, targets);
  return masked_mean(targets, [&](const at::Tensor& filled) {
    return at::binary_cross_entropy_with_logits(logits, filled, {}, {}, at::Reduction::None);
  });
}

at::Tensor masked_squared_error(const at::Tensor& output, const at::Tensor& targets) {
  check_loss_shapes("masked_squared_error", output, targets);
  return masked_mean(targets, [&](const at::Tensor& filled) { return (output - filled).square(); });
}

at::Tensor masked_absolute_error(const at::Tensor& output, const at::Tensor& targets) {
  check_loss_shapes("masked_absolute_error", output, targets);
  return masked_mean(targets, [&](const at::Tensor& filled) { return (output - filled).abs(); });
}

at::Tensor cosine_pair_loss(const at::Tensor& a, const at::Tensor& b, const at::Tensor& sign,
                            double margin) {
  if (a.dim() != 2 || a.sizes() != b.sizes() || sign.dim() != 1 || sign.size(0) != a.size(0)) {
    fail("cosine_pair_loss", "embeddings have shapes ", a.sizes(), " and ", b.sizes(), ", signs ",
         sign.sizes());
  }
  return at::cosine_embedding_loss(a, b, sign, margin);
}

at::Tensor compute_loss(Loss loss, const at::Tensor& output, const nn::Batch& batch) {
  switch (loss) {
    case Loss::CrossEntropy:
      return cross_entropy(output, batch.labels);
    case Loss::BinaryCrossEntropy:
      return masked_binary_cross_entropy(output, batch.targets);
    case Loss::MeanSquaredError:
      return masked_squared_error(output, batch.targets);
    case Loss::MeanAbsoluteError:
      return masked_absolute_error(output, batch.targets);
  }
  fail("compute_loss", "unknown loss");
}

}  // namespace isotypic::train
