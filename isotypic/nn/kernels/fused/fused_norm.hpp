// FusedNorm: a BatchNorm of the fused stack, whose statistics are gathered chunk by chunk.
//
// Defined for float and double.
#pragma once

#include <cstdint>
#include <memory>

#include "isotypic/nn/batch_share.hpp"
#include "isotypic/nn/kernels/moments.hpp"
#include "isotypic/nn/kernels/row_loops.hpp"
#include "isotypic/nn/kernels/workspace.hpp"

namespace isotypic::nn {

/// How the statistics of a batch are used.
struct NormOptions {
  bool training = true;   ///< take them; else the running ones
  double momentum = 0.1;  ///< of the running statistics
  double eps = 1e-5;
  /// Take them over all shares of the batch; null: it is whole.
  std::shared_ptr<const BatchShare> share;
};

template <typename T>
struct FusedNorm {
  const T *gamma, *beta;
  T *running_mean, *running_var;
  NormStatistics<T> statistics;

  static constexpr std::int64_t workspace_rows = 4;
  void allocate(Workspace& workspace, std::int64_t width);
  /// Sets the statistics from the moments of the own rows, and updates the running ones.
  void set(const ColumnMoments& own, const NormOptions& options);
};

/// Gradients of gamma and beta from the sums over the own rows. Divided by the number of rows, and
/// over all shares of the batch, these are what BatchNorm subtracts from dy. In evaluation its
/// statistics are constants.
template <typename T>
void finish_norm_gradient(const ColumnMoments& own, const NormOptions& options, T* d_gamma,
                          T* d_beta, T* mean_dy, T* mean_dy_xhat);

extern template struct FusedNorm<float>;
extern template struct FusedNorm<double>;

}  // namespace isotypic::nn
