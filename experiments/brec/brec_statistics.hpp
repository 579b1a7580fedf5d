// The paired comparison of BREC: Hotelling's T^2 of the differences between two graphs' copies.
#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace isotypic::experiments {

/// The constants of the benchmark's own program.
struct T2Options {
  double epsilon = 1e-7;         ///< of the variant cov + epsilon I
  double machine_epsilon = 0.0;  ///< of the numbers that were embedded
};

/// T^2 = m^T C^-1 m with the mean m and the covariance C of the differences, in two variants.
///
/// A model that is invariant to the last bit has C = 0: pinv(0) = 0, and T^2 = 0 whatever m is.
/// One that is invariant up to rounding has a C of rounding errors, and pinv divides by them. The
/// benchmark's program therefore holds a second variant ready, with C + epsilon I.
struct PairedComparison {
  double t2_pinv = 0.0;     ///< with the pseudo-inverse of C
  double t2_epsilon = 0.0;  ///< with the inverse of C + epsilon I
  double distance = 0.0;    ///< |m|
  double spread = 0.0;      ///< sqrt(tr C): how far the copies of a graph are apart
  bool degenerate = false;  ///< the spread is zero or rounding: t2_pinv says nothing
};

/// `first` and `second` hold one embedding per row; row i of one is compared with row i of the
/// other. Throws Error unless both have the same shape, at least two rows, and finite numbers.
[[nodiscard]] PairedComparison compare_paired(const Eigen::MatrixXd& first,
                                              const Eigen::MatrixXd& second,
                                              const T2Options& options);

/// The benchmark's decision: T^2 is above the threshold and not close to that of the reliability
/// check (to 1e-6 + 1e-5 relative, as torch.isclose has it).
[[nodiscard]] bool is_distinguished(double t2, double reliability_t2, double threshold);

}  // namespace isotypic::experiments
