// The certificate: why a decomposition can be trusted, checked on every decomposition.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <span>

#include "isotypic/base/random.hpp"
#include "isotypic/channels/channels.hpp"
#include "isotypic/channels/internal/components.hpp"
#include "isotypic/channels/internal/eigenspaces.hpp"
#include "isotypic/symmetry/orbitals.hpp"

namespace isotypic {

/// The random stream of the vectors that certificates are measured with.
inline constexpr std::uint64_t certificate_stream = 0x6365727469667973ULL;

/// Independent numbers of variance 1.
[[nodiscard]] Eigen::VectorXd random_vector(std::int64_t n, Random& random);

/// Throws Error (Runtime) when |Q Q^T z - z| / |z| is no rounding error.
void check_orthogonality(double defect);

/// Checks that every generator g commutes with a symmetric F = sum_a f_a P_a, whose f_a are random:
/// exactly then every generator maps every block into itself. `apply` computes F x in canonical
/// coordinates; random x and y tell |y^T (F g - g F) x|, so a generator costs what it moves.
///
/// Throws Error (Runtime) when one does not.
void check_generators(const Symmetry& symmetry, Random& random,
                      const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& apply);

/// Measures and checks everything but the count of orbitals (find_components checks that), in
/// O(n^2) and the total support of the generators, by random vectors.
///
/// Throws Error (Runtime) when a check fails.
[[nodiscard]] Certificate certify(const Symmetry& symmetry, const Orbitals& orbitals,
                                  std::span<const double> symmetric_coefficients,
                                  const Eigenspaces& spaces, const ComponentSplit& split,
                                  std::uint64_t seed);

}  // namespace isotypic
