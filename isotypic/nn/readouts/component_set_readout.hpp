// ComponentSetReadout: the isotypic components of a graph, read as a set.
//
// Component i of a graph has the statistics of P_i M (see isotypic_readout.hpp) and a description
// of its structure: dimension, multiplicity, type and the moments tr(P_i X^k) / n. With x_i both
// together, a graph with embeddings M gets
//   sum over its components i of W rho(x_i), rho linear with ReLU.
// Components have no order here, none is left out, and none is made up. No number depends on a
// seed of channels, on a canonical labelling or on the engine: docs/explanation/hash-free.md.
#pragma once

#include <torch/nn/module.h>

#include <memory>

#include "isotypic/nn/layers/mlp.hpp"
#include "isotypic/nn/readouts/readout.hpp"

namespace isotypic::nn {

/// The readout above, as wide as the embeddings. x_i is log(1 + s) of s1, s2 and s3, mu^T R, and
/// the description, whose columns are standardised over the components of the training part.
class ComponentSetReadout : public Readout {
 public:
  /// `seed` is that of R.
  ComponentSetReadout(std::int64_t features_, std::uint64_t seed, bool plain_ = false);
  /// Needs a batch with components: CollateOptions::components.
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const Batch& batch) override;
  [[nodiscard]] std::int64_t width() const override { return features; }
  void learn_scales(const GraphTensors& data, std::span<const std::int64_t> ids) override;

  std::int64_t features;
  bool plain;    ///< by ATen operations instead of the CPU kernel
  at::Tensor R;  ///< [features, 8], double
  at::Tensor description_mean, description_factor;
  std::shared_ptr<Mlp> map;
};

}  // namespace isotypic::nn
