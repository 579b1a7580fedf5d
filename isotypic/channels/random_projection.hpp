// random_projection: the fixed matrix R of the readout, a pure function of the seed.
#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace isotypic {

/// R of shape d x rp_dim with independent normal entries of variance 1 / rp_dim, drawn in
/// row-major order. Throws Error if a dimension is negative.
[[nodiscard]] Eigen::MatrixXd random_projection(std::int64_t d, std::int64_t rp_dim,
                                                std::uint64_t seed);

}  // namespace isotypic
