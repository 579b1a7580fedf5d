#include "isotypic/learn/baseline.hpp"

#include <ATen/ATen.h>

#include <limits>

#include "isotypic/train/metrics.hpp"

namespace isotypic::learn {
namespace {

/// One row of outputs: it has the largest entry at the most frequent class.
at::Tensor class_counts(const at::Tensor& labels, std::int64_t classes) {
  return at::bincount(labels, {}, classes).to(at::kDouble).unsqueeze(0);
}

}  // namespace

std::string baseline_name(Task task) {
  if (task == Task::Classification) return "majority class";
  return task == Task::Binary ? "constant answer" : "mean of the training part";
}

double baseline_score(const Pipeline& pipeline, const nn::GraphTensors& data) {
  if (pipeline.split.test.empty()) return std::numeric_limits<double>::quiet_NaN();
  const at::Tensor train = at::tensor(pipeline.split.train);
  const at::Tensor test = at::tensor(pipeline.split.test);
  at::Tensor answer;
  if (pipeline.options.task == Task::Classification) {
    answer = class_counts(data.labels.index_select(0, train), pipeline.model->options.outputs);
  } else {
    answer = at::nanmean(data.targets.index_select(0, train).to(at::kDouble), {0}, true);
  }
  return train::score_or_nan([&] {
    return train::compute_metric(
        pipeline.metric(), answer.expand({test.size(0), answer.size(1)}).contiguous(),
        data.labels.index_select(0, test),
        data.targets.defined() ? data.targets.index_select(0, test) : at::Tensor());
  });
}

}  // namespace isotypic::learn
