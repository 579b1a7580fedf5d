#include "isotypic/channels/random_projection.hpp"

#include <cmath>

#include "isotypic/error.hpp"
#include "isotypic/random.hpp"

namespace isotypic {

Eigen::MatrixXd random_projection(std::int64_t d, std::int64_t rp_dim, std::uint64_t seed) {
  if (d < 0 || rp_dim < 0) {
    fail("random_projection", "negative shape ", d, " x ", rp_dim);
  }
  Random random(seed, 0x52);
  const double scale = std::sqrt(static_cast<double>(rp_dim));
  Eigen::MatrixXd projection(d, rp_dim);
  for (std::int64_t i = 0; i < d; ++i) {
    for (std::int64_t j = 0; j < rp_dim; ++j) projection(i, j) = random.normal() / scale;
  }
  return projection;
}

}  // namespace isotypic
