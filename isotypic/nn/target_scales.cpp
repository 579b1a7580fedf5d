#include "isotypic/nn/target_scales.hpp"

#include <ATen/ATen.h>

#include <vector>

#include "isotypic/base/error.hpp"

namespace isotypic::nn {

TargetScales target_scales(const GraphTensors& data, std::span<const std::int64_t> ids) {
  if (!data.targets.defined()) fail("target_scales", "the data have no targets");
  const at::Tensor index = at::tensor(std::vector<std::int64_t>(ids.begin(), ids.end()));
  const at::Tensor targets = data.targets.index_select(0, index).to(at::kDouble);
  const at::Tensor present = at::isnan(targets).logical_not();
  const at::Tensor count = present.sum(0).clamp_min(1);
  const at::Tensor filled = at::where(present, targets, at::zeros_like(targets));
  const at::Tensor mean = filled.sum(0) / count;
  const at::Tensor distance = at::where(present, filled - mean, at::zeros_like(filled));
  const at::Tensor deviation = (distance.square().sum(0) / count).sqrt();
  return {mean, at::where(deviation > 0, deviation, at::ones_like(deviation))};
}

}  // namespace isotypic::nn
