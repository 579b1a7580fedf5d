// The fixed random matrix R that sketches mean embeddings.
#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace isotypic {

/// d x rp_dim independent normal entries of variance 1 / rp_dim, a function of the arguments
/// alone, drawn row by row: models and the core read the same R from the same seed.
[[nodiscard]] Eigen::MatrixXd random_projection(std::int64_t d, std::int64_t rp_dim,
                                                std::uint64_t seed);

}  // namespace isotypic
