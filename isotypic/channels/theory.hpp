// The paper's theory as functions: group average, canonical projectors, factorisation.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "isotypic/channels/channels.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic {

/// The Reynolds operator (1/|H|) sum_h rho(h) applied to M, one row per node. Averaging over a
/// permutation group replaces every row by the mean of the rows in its orbit, so no group element
/// is ever enumerated.
///
/// Throws Error when the rows do not match the nodes.
[[nodiscard]] Eigen::MatrixXd reynolds(const Symmetry& symmetry,
                                       const Eigen::Ref<const Eigen::MatrixXd>& embeddings);

/// The canonical projector p_i onto component i of the channels, n x n, in node order. Forms the
/// matrix: for looking at small graphs, not for reading embeddings.
///
/// Throws Error if there is no such component, or if the channels were truncated by max_blocks so
/// that part of it is missing.
[[nodiscard]] Eigen::MatrixXd component_projector(const Channels& channels, std::int64_t component);

/// What the factorisation theorem says about one linear readout.
struct FactorisationCheck {
  double invariance_defect = 0.0;     ///< max over generators of |f rho(g) - f| / |f|
  double factorisation_defect = 0.0;  ///< |f - f p_avg| / |f|
  bool invariant = false;             ///< f(rho(g) M) = f(M) for every automorphism g
  bool factors = false;               ///< f = f' p_avg, so f sees the orbit means only
  /// f' on orbit means: readout_dim x (num_orbits * width), columns as in the readout with an
  /// orbit in the place of a node. Its columns are the sums of f's over the nodes of the orbit.
  Eigen::MatrixXd on_orbit_means;
};

/// Checks a linear readout f of embeddings with `width` columns. Row k of `readout` holds the
/// weights of output k; the weight of entry (v, j) of M stands in column v * width + j.
///
/// The theorem: `invariant` and `factors` are equal, whatever f.
/// Throws Error when the columns of `readout` are not num_nodes * width.
[[nodiscard]] FactorisationCheck check_factorisation(
    const Symmetry& symmetry, const Eigen::Ref<const Eigen::MatrixXd>& readout, std::int64_t width);

}  // namespace isotypic
