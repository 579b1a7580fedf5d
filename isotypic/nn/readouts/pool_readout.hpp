// PoolReadout: the classical statistics over the nodes of a graph.
#pragma once

#include "isotypic/nn/readouts/readout.hpp"

namespace isotypic::nn {

/// Sum, Mean, Max, MeanMax or PnaStatistics, column by column.
class PoolReadout : public Readout {
 public:
  PoolReadout(ReadoutKind kind_, std::int64_t features_);
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const Batch& batch) override;
  [[nodiscard]] std::int64_t width() const override;

  ReadoutKind kind;
  std::int64_t features;
};

}  // namespace isotypic::nn
