// OperatorReadout: nodes see each other through learned operators that mean the same in every
// graph.
//
// phi_ij describes the pair (i, j) by numbers that do not depend on how the nodes are numbered (see
// OrbitalDescriptors). A small network c turns them into one coefficient per head, so that
//   (S_h)_ij = c_h(phi_ij)
// are symmetric matrices that commute with every automorphism, and whose coefficients carry over
// from graph to graph. With V = M W, in equal parts for the heads, a node gets
//   y_i = [(S_h V_h)_i for all heads, (S_h 1)_i, (S_h)_ii],
//   u_i = [m_i, BatchNorm(y_i), return probabilities of i],
// and the graph the sum over its nodes of rho(u_i), rho = Linear, ReLU, Linear.
#pragma once

#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/linear.h>

#include "isotypic/nn/layers/mlp.hpp"
#include "isotypic/nn/readouts/readout.hpp"

namespace isotypic::nn {

/// What rho sees of the nodes; the last two may be undefined.
struct NodeParts {
  at::Tensor x;      ///< [N, d]
  at::Tensor mixed;  ///< [N, d + 2 heads]: BatchNorm(y)
  at::Tensor walks;  ///< [N, powers]: standardised return probabilities
};

/// The readout above; without heads and diagonal it is DeepSets. Every part can be switched off:
/// see OperatorOptions. The width is that of the embeddings.
///
/// Values of phi and return probabilities are standardised by the means and deviations over the
/// pairs and nodes of the training part, which learn_scales() takes; they are buffers.
class OperatorReadout : public Readout {
 public:
  /// Throws Error if the heads do not divide the width, or nothing is left to compute.
  /// `plain_`: ATen operations instead of the CPU kernels.
  OperatorReadout(const OperatorOptions& options_, std::int64_t features_, bool plain_ = false);
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const Batch& batch) override;
  [[nodiscard]] std::int64_t width() const override { return features; }
  void learn_scales(const GraphTensors& data, std::span<const std::int64_t> ids) override;

  OperatorOptions options;
  std::int64_t features;
  bool plain;
  std::shared_ptr<Mlp> coefficients;      ///< c
  torch::nn::Linear mix{nullptr};         ///< W
  torch::nn::BatchNorm1d norm{nullptr};   ///< of y
  torch::nn::Linear rho_hidden{nullptr};  ///< the first map of rho
  torch::nn::Linear rho_output{nullptr};  ///< the second
  torch::nn::Linear statistics{nullptr};  ///< instead of rho, in OperatorForm::Statistics
  at::Tensor pair_mean, pair_factor;      ///< [columns]: value -> (value - mean) * factor
  at::Tensor return_mean, return_factor;  ///< [powers]

 private:
  [[nodiscard]] bool uses_kernels(const at::Tensor& x) const { return !plain && x.is_cpu(); }
  void check_batch(const at::Tensor& x, const Batch& batch) const;
  [[nodiscard]] at::Tensor mixed_nodes(const at::Tensor& x, const Batch& batch);
  [[nodiscard]] at::Tensor sum_of_nodes(const NodeParts& parts, const Batch& batch);
  [[nodiscard]] at::Tensor read_statistics(const at::Tensor& y, const Batch& batch);
};

/// Coefficients c(phi) of all types of pairs, [types, heads], by ATen operations.
[[nodiscard]] at::Tensor pair_coefficients_plain(const PairBatch& pairs, OperatorReadout& readout);

/// y of all nodes, [N, d + 2 heads], for coefficients c [types, heads] and v [N, d], by ATen
/// operations.
[[nodiscard]] at::Tensor operator_products_plain(const at::Tensor& c, const at::Tensor& v,
                                                 const Batch& batch);

/// Sums over the nodes of relu(weight u + bias), [G, outputs], by ATen operations.
[[nodiscard]] at::Tensor node_sums_plain(const NodeParts& parts, const at::Tensor& weight,
                                         const at::Tensor& bias, const Batch& batch);

}  // namespace isotypic::nn
