#include "isotypic/train/metrics.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "isotypic/base/error.hpp"

namespace isotypic::train {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Column `task` as (output, target) pairs, without the missing targets.
std::vector<std::pair<double, double>> present_pairs(const at::Tensor& output,
                                                     const at::Tensor& targets, std::int64_t task) {
  const at::Tensor a = output.select(1, task).to(at::kCPU, at::kDouble).contiguous();
  const at::Tensor b = targets.select(1, task).to(at::kCPU, at::kDouble).contiguous();
  std::vector<std::pair<double, double>> pairs;
  for (std::int64_t i = 0; i < a.size(0); ++i) {
    const double target = b.data_ptr<double>()[i];
    if (!std::isnan(target)) pairs.emplace_back(a.data_ptr<double>()[i], target);
  }
  return pairs;
}

void check_metric_shapes(const char* where, const at::Tensor& output, const at::Tensor& targets) {
  if (!targets.defined() || output.dim() != 2 || output.sizes() != targets.sizes()) {
    fail(where, "output has shape ", output.sizes(), ", targets ",
         targets.defined() ? targets.sizes() : at::IntArrayRef());
  }
}

/// The Mann-Whitney statistic by mean ranks; negative if a class is missing.
double area(std::vector<std::pair<double, double>> pairs) {
  std::sort(pairs.begin(), pairs.end());
  double positives = 0.0;
  double rank_sum = 0.0;
  for (std::size_t begin = 0, end = 0; begin < pairs.size(); begin = end) {
    while (end < pairs.size() && pairs[end].first == pairs[begin].first) ++end;
    const double mean_rank = 0.5 * static_cast<double>(begin + 1 + end);
    for (std::size_t i = begin; i < end; ++i) {
      if (pairs[i].second > 0.5) {
        positives += 1.0;
        rank_sum += mean_rank;
      }
    }
  }
  const double negatives = static_cast<double>(pairs.size()) - positives;
  if (positives == 0.0 || negatives == 0.0) return -1.0;
  return (rank_sum - 0.5 * positives * (positives + 1.0)) / (positives * negatives);
}

}  // namespace

bool larger_is_better(Metric metric) { return metric != Metric::MeanAbsoluteError; }

double accuracy(const at::Tensor& logits, const at::Tensor& labels) {
  if (logits.dim() != 2 || labels.dim() != 1 || logits.size(0) != labels.size(0) ||
      labels.size(0) == 0) {
    fail("accuracy", "logits have shape ", logits.sizes(), ", labels ", labels.sizes());
  }
  if (at::isnan(logits).any().item<bool>()) return not_a_number;
  return logits.argmax(1).eq(labels).to(at::kDouble).mean().item<double>();
}

double roc_auc(const at::Tensor& scores, const at::Tensor& targets) {
  check_metric_shapes("roc_auc", scores, targets);
  if (at::isnan(scores).any().item<bool>()) return not_a_number;
  double sum = 0.0;
  std::int64_t tasks = 0;
  for (std::int64_t task = 0; task < scores.size(1); ++task) {
    const double value = area(present_pairs(scores, targets, task));
    if (value < 0.0) continue;
    sum += value;
    ++tasks;
  }
  if (tasks == 0) fail("roc_auc", "no task has both classes");
  return sum / static_cast<double>(tasks);
}

double mean_absolute_error(const at::Tensor& output, const at::Tensor& targets) {
  check_metric_shapes("mean_absolute_error", output, targets);
  double sum = 0.0;
  std::size_t count = 0;
  for (std::int64_t task = 0; task < output.size(1); ++task) {
    for (const auto& [value, target] : present_pairs(output, targets, task)) {
      sum += std::abs(value - target);
      ++count;
    }
  }
  if (count == 0) fail("mean_absolute_error", "there are no targets");
  return sum / static_cast<double>(count);
}

double r2_score(const at::Tensor& output, const at::Tensor& targets) {
  check_metric_shapes("r2_score", output, targets);
  double total = 0.0;
  std::int64_t tasks = 0;
  for (std::int64_t task = 0; task < output.size(1); ++task) {
    const auto pairs = present_pairs(output, targets, task);
    if (pairs.empty()) continue;
    ++tasks;
    double mean = 0.0;
    for (const auto& pair : pairs) mean += pair.second / static_cast<double>(pairs.size());
    double error = 0.0;
    double variance = 0.0;
    for (const auto& [value, target] : pairs) {
      error += (value - target) * (value - target);
      variance += (target - mean) * (target - mean);
    }
    total += variance > 0.0 ? 1.0 - error / variance : (error == 0.0 ? 1.0 : 0.0);
  }
  if (tasks == 0) fail("r2_score", "there are no targets");
  return total / static_cast<double>(tasks);
}

double score_or_nan(const std::function<double()>& score) {
  try {
    return score();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::BadInput) throw;
    return not_a_number;
  }
}

double compute_metric(Metric metric, const at::Tensor& output, const at::Tensor& labels,
                      const at::Tensor& targets) {
  switch (metric) {
    case Metric::Accuracy:
      return accuracy(output, labels);
    case Metric::RocAuc:
      return roc_auc(output, targets);
    case Metric::MeanAbsoluteError:
      return mean_absolute_error(output, targets);
    case Metric::R2:
      return r2_score(output, targets);
  }
  fail("compute_metric", "unknown metric");
}

}  // namespace isotypic::train
