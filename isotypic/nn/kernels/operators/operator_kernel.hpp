// The CPU kernels of the learned operators: autograd functions, float and double.
#pragma once

#include <ATen/core/Tensor.h>

#include "isotypic/nn/batch.hpp"
#include "isotypic/nn/readouts/operator_readout.hpp"

namespace isotypic::nn {

/// As pair_coefficients_plain(). Gradients in the weights of the network alone.
[[nodiscard]] at::Tensor pair_coefficients(const PairBatch& pairs, const OperatorReadout& readout);

/// As operator_products_plain() for v = x weight^T. Gradients in c, x and weight.
[[nodiscard]] at::Tensor operator_products(const at::Tensor& c, const at::Tensor& x,
                                           const at::Tensor& weight, const Batch& batch);

/// Sums over the nodes of relu(weight u + bias), [G, outputs]; u_i is made of the parts, one behind
/// the other. Gradients in all but the walks.
[[nodiscard]] at::Tensor node_sums(const NodeParts& parts, const at::Tensor& weight,
                                   const at::Tensor& bias, const Batch& batch);

}  // namespace isotypic::nn
