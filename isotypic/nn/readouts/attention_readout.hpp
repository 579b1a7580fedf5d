// AttentionReadout: a weighted mean whose weights a gate network computes (Li et al. 2016).
#pragma once

#include "isotypic/nn/layers/mlp.hpp"
#include "isotypic/nn/readouts/readout.hpp"

namespace isotypic::nn {

/// Sum over the nodes v of softmax_v(gate(x_v)) x_v, the gate an mlp of hidden width 128.
class AttentionReadout : public Readout {
 public:
  explicit AttentionReadout(std::int64_t features_);
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const Batch& batch) override;
  [[nodiscard]] std::int64_t width() const override { return features; }

  std::int64_t features;
  std::shared_ptr<Mlp> gate;
};

}  // namespace isotypic::nn
