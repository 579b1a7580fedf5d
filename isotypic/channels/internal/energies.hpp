// What `explain` says of dense and of local decompositions alike. Private to channels/.
#pragma once

#include "isotypic/channels/explain.hpp"

namespace isotypic {

/// |(1/n) 1 1^T M|^2 of the rows of M, in any order.
template <typename Rows>
[[nodiscard]] double pooled_energy(const Rows& rows) {
  if (rows.rows() == 0) return 0.0;
  return rows.colwise().sum().squaredNorm() / static_cast<double>(rows.rows());
}

/// Takes `total`, `kept_by_pooling` and the energies of all components as they were measured.
/// Removes what is rounding, keeps the order of the energies and fills in the rest.
///
/// Throws Error when the total is not finite.
[[nodiscard]] Explanation finish_explanation(Explanation measured);

}  // namespace isotypic
