// MarkedReadout: reads a graph once for every way to mark k of its nodes.
//
// Every copy of a graph with k marked nodes is one more graph of the batch: the encoder sees the
// marks as node features, and an inner readout gives a vector z_c for each copy c. With w_c the
// share of the copy's orbit in all k-tuples of distinct nodes, the graph gets
//   sum over copies c of w_c * relu(A z_c + b),
// which is the mean over all tuples, at the cost of one copy per orbit. With Normalisation::Fixed,
// z_c is standardised over the copies of the training part first. With Normalisation::Batch,
// training takes the statistics over the copies of the batch, not over all tuples. Why no number
// depends on the numbering of the nodes: docs/explanation/hash-free.md.
#pragma once

#include <torch/nn/modules/linear.h>

#include <memory>

#include "isotypic/nn/encoder.hpp"
#include "isotypic/nn/readouts/readout.hpp"

namespace isotypic::nn {

/// The readout above, as wide as the inner one. It needs a batch with marked copies.
class MarkedReadout : public Readout {
 public:
  explicit MarkedReadout(std::shared_ptr<Readout> inner_);
  /// x [N, features] -> [samples, width()]. Of a part of a batch, the sum over its copies.
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const Batch& batch) override;
  [[nodiscard]] std::int64_t width() const override { return inner->width(); }
  void learn_scales(const GraphTensors& data, std::span<const std::int64_t> ids) override;

  std::shared_ptr<Readout> inner;
  at::Tensor copy_mean, copy_factor;  ///< [width]: how z_c is standardised
  torch::nn::Linear map{nullptr};     ///< A and b
};

/// The options of an encoder that also sees `marks` marks, as make_batch() adds them: one more
/// column of node features, or of node categories, for each.
[[nodiscard]] EncoderOptions with_marks(EncoderOptions options, std::int64_t marks);

}  // namespace isotypic::nn
