// IsotypicReadout: invariant statistics of the node embeddings, symmetry channel by channel.
//
// With Q_a the orthonormal basis of block a and M the n x d embeddings of a graph, P_a = Q_a Q_a^T
// projects onto the block. Its statistics are
//   mu = mean row of P_a M,  s1 = n |mu|,  s2 = |P_a M|_F,  s3 = mean of the row norms of P_a M,
// and mu^T R with a fixed random R. Projectors are never formed: C = Q^T M is computed once, then
// s2 = |C_a|, n mu = (1^T Q_a) C_a, and the rows of P_a M are those of Q_a C_a.
#pragma once

#include "isotypic/nn/readouts/readout.hpp"

namespace isotypic::nn {

/// The isotypic readout; `R` is a buffer in double, the core's own matrix for the same seed.
///
/// Zero is zero: if |P_a M| is at most 1e-6 (float) or 1e-10 (double) of |M|, all statistics of
/// the block and their gradients are exactly zero; the same floor holds for a single row of P_a M
/// in s3 and, times sqrt(n), for s1 and mu.
class IsotypicReadout : public Readout {
 public:
  /// Reads max_blocks slots; graphs with fewer blocks read zeros. `plain_` asks for
  /// isotypic_features_plain() on the CPU too. Throws Error unless max_blocks is positive and
  /// there is something to read.
  IsotypicReadout(const IsotypicReadoutOptions& options_, std::int64_t features_,
                  bool plain_ = false);
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const Batch& batch) override;
  [[nodiscard]] std::int64_t width() const override;

  IsotypicReadoutOptions options;
  std::int64_t features;
  bool plain;
  at::Tensor R;  ///< [features, rp_dim]
};

/// The readout by ATen operations: any device, differentiable as often as one likes. The oracle of
/// the kernel below. x [N, d], R [d, r] -> as IsotypicReadout::width() says.
[[nodiscard]] at::Tensor isotypic_features_plain(const at::Tensor& x, const Batch& batch,
                                                 const at::Tensor& R,
                                                 const IsotypicReadoutOptions& options);

/// The readout as one autograd function on the CPU, float or double.
[[nodiscard]] at::Tensor isotypic_features(const at::Tensor& x, const Batch& batch,
                                           const at::Tensor& R,
                                           const IsotypicReadoutOptions& options);

/// Per graph the part of |M|^2 (after centring, if asked) that the blocks which fit into
/// max_blocks hold: [G], between 0 and 1; 1 where M is zero.
[[nodiscard]] at::Tensor retained_energy(const at::Tensor& x, const Batch& batch,
                                         const IsotypicReadoutOptions& options);

/// The core's random projection as a tensor: double [features, rp_dim].
[[nodiscard]] at::Tensor projection_tensor(std::int64_t features, std::int64_t rp_dim,
                                           std::uint64_t seed);

/// |P_a M| relative to |M| below which a block counts as zero.
[[nodiscard]] double zero_floor(at::ScalarType dtype);

}  // namespace isotypic::nn
