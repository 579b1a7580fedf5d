#include "isotypic/channels/internal/cosine_sum.hpp"

#include <numbers>

#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"

namespace isotypic {

Eigen::VectorXd sum_of_cosines(const char* where, const Eigen::MatrixXd& descriptions,
                               std::int64_t num_features, std::uint64_t seed) {
  if (num_features < 1 || num_features > max_cosine_features) {
    fail(where, "num_features must be in 1..", max_cosine_features, ", not ", num_features);
  }
  Eigen::VectorXd features(num_features);
  Eigen::VectorXd weights(descriptions.cols());
  for (std::int64_t j = 0; j < num_features; ++j) {
    Random random(seed, static_cast<std::uint64_t>(j));
    for (double& weight : weights) weight = random.normal();
    const double phase = 2.0 * std::numbers::pi * random.uniform();
    features(j) = ((descriptions * weights).array() + phase).cos().sum();
  }
  return features;
}

}  // namespace isotypic
