// Eigenspaces of operators whose commutant is commutative, by a matrix as small as the number of
// orbitals. Private to channels/.
#pragma once

#include <span>

#include "isotypic/channels/eigensolver.hpp"
#include "isotypic/symmetry/orbitals.hpp"

namespace isotypic {

/// The eigenvalues and eigenvectors of sum_t c_t M_t for symmetric coefficients c, when every
/// orbital is its own transpose (an association scheme). The M_t then span a commutative algebra
/// of as many dimensions as there are orbitals. Multiplication by the operator is a matrix of this
/// size, whose eigenvectors are the projectors; pivoted Cholesky factors of these are orthonormal.
///
/// Throws Error (Runtime) if the coefficients are not generic.
[[nodiscard]] Eigenpairs solve_scheme(const Orbitals& orbitals,
                                      std::span<const double> symmetric_coefficients);

/// Whether solve_scheme can be called and pays: from 512 nodes on, with few orbitals. Every orbital
/// costs n^2 steps, the eigensolver n^3.
[[nodiscard]] bool prefers_scheme(const Orbitals& orbitals);

}  // namespace isotypic
