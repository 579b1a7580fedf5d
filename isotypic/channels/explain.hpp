// Explain: where the energy of an embedding lies, and what pooling does to it.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "isotypic/channels/channels.hpp"

namespace isotypic {

/// The energy |p_i M|^2 of one component.
struct ComponentEnergy {
  Component component;
  double energy = 0.0;
  double fraction = 0.0;  ///< of the total; 0 for M = 0
};

/// The energy of all components of one dimension, multiplicity and type.
struct TypeEnergy {
  Component component;
  std::int64_t count = 0;  ///< of such components
  double energy = 0.0;     ///< of all of them together
  double fraction = 0.0;
};

/// Energies are squared Frobenius norms, in ascending order also after rounding:
/// `kept_by_pooling <= visible_to_linear_readouts <= total`.
struct Explanation {
  double total = 0.0;            ///< |M|^2
  double kept_by_pooling = 0.0;  ///< |(1/n) 1 1^T M|^2: what sum or mean pooling keeps
  /// |p_avg M|^2: all that any linear Aut-invariant readout can see
  double visible_to_linear_readouts = 0.0;
  std::vector<ComponentEnergy> components;  ///< in the order of the channels' components

  /// What sum and mean pooling destroy.
  [[nodiscard]] double destroyed_by_pooling() const { return total - kept_by_pooling; }
  /// What every linear Aut-invariant readout destroys, however it is made.
  [[nodiscard]] double destroyed_by_linear_readouts() const {
    return total - visible_to_linear_readouts;
  }
};

/// Splits the energy of `embeddings`, one row per node, over the components.
///
/// Throws Error when the rows do not match the nodes, on NaN or infinity, when |M|^2 leaves
/// the range of double, or when the channels were truncated by max_blocks.
[[nodiscard]] Explanation explain(const Channels& channels,
                                  const Eigen::Ref<const Eigen::MatrixXd>& embeddings);

/// Sums over components of equal dimension, multiplicity and type, in the order of their first
/// ones. Large graphs have many components but few types.
[[nodiscard]] std::vector<TypeEnergy> energies_by_type(const Explanation& explanation);

}  // namespace isotypic
