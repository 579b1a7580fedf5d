// CombinedReadout: several readouts fused into one vector.
#pragma once

#include <torch/nn/modules/linear.h>

#include "isotypic/nn/readouts/readout.hpp"

namespace isotypic::nn {

/// Concat: the parts one after the other. ProjectedSum: the sum of p_i = W_i part_i + b_i.
/// Gate: sum of softmax_i(w . p_i + b) p_i, the softmax over the parts of one graph.
class CombinedReadout : public Readout {
 public:
  CombinedReadout(std::vector<std::shared_ptr<Readout>> parts_, Fusion fusion_,
                  std::int64_t fusion_width_);
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const Batch& batch) override;
  [[nodiscard]] std::int64_t width() const override;
  void learn_scales(const GraphTensors& data, std::span<const std::int64_t> ids) override;

  std::vector<std::shared_ptr<Readout>> parts;
  Fusion fusion;
  std::int64_t fusion_width;
  std::vector<torch::nn::Linear> projections;
  torch::nn::Linear gate{nullptr};
};

}  // namespace isotypic::nn
