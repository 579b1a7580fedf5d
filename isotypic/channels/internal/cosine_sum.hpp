// Fixed random cosines of a set of descriptions, summed: a vector that no order of the set changes.
// Private to channels/.
#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace isotypic {

/// The most features that one set is given.
inline constexpr std::int64_t max_cosine_features = 65'536;

/// Feature j is the sum over the rows x of cos(w_j . x + b_j). w_j are the first standard normal
/// numbers of Random(seed, j), one for each column, and b_j is 2 pi times the uniform number after
/// them.
///
/// Throws Error, naming `where`, unless num_features is in 1..max_cosine_features.
[[nodiscard]] Eigen::VectorXd sum_of_cosines(const char* where, const Eigen::MatrixXd& descriptions,
                                             std::int64_t num_features, std::uint64_t seed);

}  // namespace isotypic
