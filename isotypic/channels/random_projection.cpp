#include "isotypic/channels/random_projection.hpp"

#include <cmath>

#include "isotypic/base/random.hpp"

namespace isotypic {

Eigen::MatrixXd random_projection(std::int64_t d, std::int64_t rp_dim, std::uint64_t seed) {
  Random random(seed, 0x52);
  Eigen::MatrixXd projection(d, rp_dim);
  for (std::int64_t i = 0; i < d; ++i) {
    for (std::int64_t j = 0; j < rp_dim; ++j) {
      projection(i, j) = random.normal() / std::sqrt(static_cast<double>(rp_dim));
    }
  }
  return projection;
}

}  // namespace isotypic
