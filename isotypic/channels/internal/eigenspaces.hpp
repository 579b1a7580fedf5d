// Eigenspaces: the eigenvectors of S, grouped by equal eigenvalues.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/symmetry/orbitals.hpp"

namespace isotypic {

/// Space a has the basis columns begin[a] .. begin[a + 1] - 1; eigenvalues ascend.
struct Eigenspaces {
  Eigen::MatrixXd basis;
  Eigen::VectorXd values;           ///< one per column
  std::vector<std::int64_t> begin;  ///< one more entry than there are spaces
  double norm = 0.0;                ///< |S|, the largest absolute eigenvalue
  double min_gap = 0.0;             ///< smallest distance between two spaces / |S|
  double max_spread = 0.0;          ///< largest spread inside a space / |S|

  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(begin.size()) - 1; }
  [[nodiscard]] std::int64_t dim(std::int64_t a) const { return begin[a + 1] - begin[a]; }
  [[nodiscard]] auto space(std::int64_t a) const { return basis.middleCols(begin[a], dim(a)); }
};

/// Diagonalises the symmetric equivariant operator with these symmetrised coefficients, and
/// takes eigenvalues closer than tolerance * |S| as equal.
///
/// Throws Error (Runtime) when gap and spread are not at least a factor 1000 apart: then the
/// grouping is a guess.
[[nodiscard]] Eigenspaces compute_eigenspaces(const Orbitals& orbitals,
                                              std::span<const double> symmetric_coefficients,
                                              double tolerance);

/// Finds the spaces of the trivial component, the vectors that are constant on node orbits, and
/// makes them exactly so; takes the orbit means out of all others. Rounding mixes spaces whose
/// eigenvalues are close; after this no signal that is constant on orbits leaks into another
/// channel, however close the eigenvalues.
///
/// Returns one flag per space. Throws Error (Runtime) when there is not exactly one
/// one-dimensional trivial space per orbit.
[[nodiscard]] std::vector<char> separate_trivial(const Orbitals& orbitals, Eigenspaces& spaces);

}  // namespace isotypic
