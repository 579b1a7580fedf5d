// The certificate of a local decomposition. Private to channels/.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "isotypic/channels/local_decomposition.hpp"

namespace isotypic {

/// x to sum_i factors[i] P_i x, in canonical coordinates.
using ApplyFactors =
    std::function<Eigen::VectorXd(std::span<const double> factors, const Eigen::VectorXd& x)>;

/// Checks what decompose_locally promises, in O(n) and the total support of the generators.
///
/// Throws Error (Runtime) when a check fails.
[[nodiscard]] Certificate certify_locally(const Symmetry& symmetry,
                                          const LocalDecomposition& decomposition,
                                          const std::vector<std::string>& core_orders,
                                          std::uint64_t seed, const ApplyFactors& apply);

}  // namespace isotypic
