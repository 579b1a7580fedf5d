// Equivariant operators: matrices that are constant on orbitals, given by one number each.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/symmetry/orbitals.hpp"

namespace isotypic {

/// The random stream of the matrices that probe a graph; the neighbouring numbers are reserved.
inline constexpr std::uint64_t probe_stream = 0x70726F6265ULL;

/// Every orbital is its own transpose: the commutant is commutative, and no two irreducible spaces
/// are equivalent.
[[nodiscard]] bool is_multiplicity_free(const Orbitals& orbitals);

/// c_t for t = 0..count-1, uniform in [-1, 1): a pure function of (seed, stream, t).
[[nodiscard]] std::vector<double> uniform_coefficients(std::int64_t count, std::uint64_t seed,
                                                       std::uint64_t stream);

/// (c_t + c_t') / 2 with t' the transposed orbital: the entries of sum_t c_t (M_t + M_t^T) / 2.
[[nodiscard]] std::vector<double> symmetrised(const Orbitals& orbitals,
                                              std::span<const double> coefficients);

/// sum_t c_t M_t.
[[nodiscard]] Eigen::MatrixXd equivariant_matrix(const Orbitals& orbitals,
                                                 std::span<const double> coefficients);

/// (sum_t c_t M_t) x without forming the matrix.
[[nodiscard]] Eigen::VectorXd apply_equivariant(const Orbitals& orbitals,
                                                std::span<const double> coefficients,
                                                const Eigen::VectorXd& x);

/// Coefficients of a random equivariant matrix with the same weight in every direction of the
/// commutant: the M_t are orthogonal, so each is scaled to norm 1 and drawn with variance 1.
/// On a component of piece dimension d its entries are then of size 1 / sqrt(d), whatever the
/// sizes of the orbitals.
[[nodiscard]] std::vector<double> balanced_coefficients(const Orbitals& orbitals,
                                                        std::uint64_t seed, std::uint64_t stream);

}  // namespace isotypic
