// Readout: node embeddings to one vector per graph.
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "isotypic/nn/batch.hpp"
#include "isotypic/nn/readouts/readout_options.hpp"

namespace isotypic::nn {

/// A readout. A base class, since the kind is chosen at run time.
class Readout : public torch::nn::Module {
 public:
  using torch::nn::Module::Module;

  /// x [N, features] -> [G, width()].
  [[nodiscard]] virtual at::Tensor forward(const at::Tensor& x, const Batch& batch) = 0;
  [[nodiscard]] virtual std::int64_t width() const = 0;
  /// Takes from the graphs `ids` (those of the training part) what the readout has to know of its
  /// data before the first step; most need nothing. Becomes part of the buffers.
  virtual void learn_scales(const GraphTensors& /*data*/, std::span<const std::int64_t> /*ids*/) {}
};

/// The readout for node embeddings of width `features`.
[[nodiscard]] std::shared_ptr<Readout> make_readout(const ReadoutOptions& options,
                                                    std::int64_t features);

/// What a dataset must be collated with for this readout.
[[nodiscard]] CollateOptions collate_options(const ReadoutOptions& options,
                                             at::ScalarType dtype = at::kFloat);

/// Throws Error unless x is [batch.num_nodes, features].
void check_readout_input(const char* where, const at::Tensor& x, const Batch& batch,
                         std::int64_t features);

}  // namespace isotypic::nn
