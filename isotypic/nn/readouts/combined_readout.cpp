#include "isotypic/nn/readouts/combined_readout.hpp"

#include <ATen/ATen.h>

#include <string>

namespace isotypic::nn {

CombinedReadout::CombinedReadout(std::vector<std::shared_ptr<Readout>> parts_, Fusion fusion_,
                                 std::int64_t fusion_width_)
    : parts(std::move(parts_)), fusion(fusion_), fusion_width(fusion_width_) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    register_module("part" + std::to_string(i), parts[i]);
    if (fusion == Fusion::Concat) continue;
    projections.push_back(register_module("projection" + std::to_string(i),
                                          torch::nn::Linear(parts[i]->width(), fusion_width)));
  }
  if (fusion == Fusion::Gate) gate = register_module("gate", torch::nn::Linear(fusion_width, 1));
}

std::int64_t CombinedReadout::width() const {
  if (fusion != Fusion::Concat) return fusion_width;
  std::int64_t sum = 0;
  for (const auto& part : parts) sum += part->width();
  return sum;
}

void CombinedReadout::learn_scales(const GraphTensors& data, std::span<const std::int64_t> ids) {
  for (const auto& part : parts) part->learn_scales(data, ids);
}

at::Tensor CombinedReadout::forward(const at::Tensor& x, const Batch& batch) {
  std::vector<at::Tensor> outputs;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    outputs.push_back(parts[i]->forward(x, batch));
    if (fusion != Fusion::Concat) outputs.back() = projections[i](outputs.back());
  }
  if (fusion == Fusion::Concat) return at::cat(outputs, 1);
  const at::Tensor stacked = at::stack(outputs, 1);  // [G, parts, fusion_width]
  if (fusion == Fusion::ProjectedSum) return stacked.sum(1);
  return (at::softmax(gate(stacked), 1) * stacked).sum(1);
}

}  // namespace isotypic::nn
