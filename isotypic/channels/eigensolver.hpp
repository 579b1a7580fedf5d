// Eigenvalues and eigenvectors of a symmetric matrix, by the solver that is fastest at its size.
#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace isotypic {

struct Eigenpairs {
  Eigen::VectorXd values;   ///< ascending
  Eigen::MatrixXd vectors;  ///< orthonormal columns, in the order of `values`
};

/// From this size on LAPACK's divide and conquer is used, below it Eigen's QR iteration, with
/// LAPACK behind it where that does not converge.
inline constexpr std::int64_t lapack_border = 56;

/// Decomposes a symmetric matrix, of which only the lower triangle is read. The result depends
/// on the matrix alone, not on threads. The matrix is consumed: its memory becomes the
/// eigenvectors'.
///
/// Throws Error (Runtime) if the iteration does not converge.
[[nodiscard]] Eigenpairs solve_symmetric(Eigen::MatrixXd matrix);

}  // namespace isotypic
