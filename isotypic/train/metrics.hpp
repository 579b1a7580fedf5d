// Metrics: how good predictions are, in double precision. A prediction that is NaN makes them NaN;
// without anything to compare with they throw Error.
#pragma once

#include <ATen/core/Tensor.h>

#include <array>
#include <functional>
#include <utility>

#include "isotypic/base/enum_names.hpp"

namespace isotypic::train {

enum class Metric { Accuracy, RocAuc, MeanAbsoluteError, R2 };

/// Whether a larger value is better.
[[nodiscard]] bool larger_is_better(Metric metric);

/// Share of rows of logits [K, classes] whose largest entry (the first of equals) is the label.
[[nodiscard]] double accuracy(const at::Tensor& logits, const at::Tensor& labels);

/// Area under the ROC curve: the probability that a positive scores above a negative, ties counting
/// one half. scores, targets [K, tasks] with targets 0, 1 or NaN (left out); the mean over the
/// tasks that have both classes. Throws Error if none has.
[[nodiscard]] double roc_auc(const at::Tensor& scores, const at::Tensor& targets);

/// Mean of |output - target| over the targets that are not NaN.
[[nodiscard]] double mean_absolute_error(const at::Tensor& output, const at::Tensor& targets);

/// 1 - squared error / variance, mean over the columns that have targets; a constant column counts
/// 1 if it is predicted exactly and else 0.
[[nodiscard]] double r2_score(const at::Tensor& output, const at::Tensor& targets);

/// The value of score(), or NaN where it throws Error for want of anything to compare with: ROC-AUC
/// needs both answers, and a training that has ended well must not be lost for that.
[[nodiscard]] double score_or_nan(const std::function<double()>& score);

/// The metric of outputs [K, outputs] against labels (Accuracy) or targets (the others).
[[nodiscard]] double compute_metric(Metric metric, const at::Tensor& output,
                                    const at::Tensor& labels, const at::Tensor& targets);

}  // namespace isotypic::train

namespace isotypic {

template <>
struct EnumNames<train::Metric> {
  static constexpr const char* what = "metric";
  static constexpr std::array<std::pair<train::Metric, const char*>, 4> table = {
      {{train::Metric::Accuracy, "accuracy"},
       {train::Metric::RocAuc, "ROC-AUC"},
       {train::Metric::MeanAbsoluteError, "MAE"},
       {train::Metric::R2, "R2"}}};
};

}  // namespace isotypic
