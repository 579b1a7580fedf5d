// Set2SetReadout: an LSTM that attends to the nodes again and again (Vinyals et al. 2016).
#pragma once

#include <torch/nn/modules/rnn.h>

#include "isotypic/nn/readouts/readout.hpp"

namespace isotypic::nn {

/// Three times: q = lstm([q, r]), r = sum over the nodes v of softmax_v(x_v . q) x_v; the result
/// is [q, r], twice as wide as x.
class Set2SetReadout : public Readout {
 public:
  explicit Set2SetReadout(std::int64_t features_);
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const Batch& batch) override;
  [[nodiscard]] std::int64_t width() const override { return 2 * features; }

  std::int64_t features;
  torch::nn::LSTM lstm;
};

}  // namespace isotypic::nn
