#include "isotypic/channels/internal/operator.hpp"

#include <cmath>

#include "isotypic/base/random.hpp"

namespace isotypic {

bool is_multiplicity_free(const Orbitals& orbitals) {
  for (std::int64_t t = 0; t < orbitals.count; ++t) {
    if (orbitals.transposed[t] != t) return false;
  }
  return true;
}

std::vector<double> uniform_coefficients(std::int64_t count, std::uint64_t seed,
                                         std::uint64_t stream) {
  Random random(seed, stream);
  std::vector<double> coefficients(count);
  for (double& c : coefficients) c = 2.0 * random.uniform() - 1.0;
  return coefficients;
}

std::vector<double> symmetrised(const Orbitals& orbitals, std::span<const double> coefficients) {
  std::vector<double> result(coefficients.size());
  for (std::size_t t = 0; t < result.size(); ++t) {
    result[t] = 0.5 * (coefficients[t] + coefficients[orbitals.transposed[t]]);
  }
  return result;
}

Eigen::MatrixXd equivariant_matrix(const Orbitals& orbitals, std::span<const double> coefficients) {
  const std::int64_t n = orbitals.num_nodes;
  Eigen::MatrixXd matrix(n, n);
  // Labels are row-major and the matrix is column-major: walking both in memory order and
  // reading the transposed orbital's coefficient gives entry (v, u) at label (u, v).
  std::vector<double> transposed(coefficients.size());
  for (std::size_t t = 0; t < transposed.size(); ++t) {
    transposed[t] = coefficients[orbitals.transposed[t]];
  }
  double* entry = matrix.data();
  for (const std::int32_t label : orbitals.labels) *entry++ = transposed[label];
  return matrix;
}

Eigen::VectorXd apply_equivariant(const Orbitals& orbitals, std::span<const double> coefficients,
                                  const Eigen::VectorXd& x) {
  const std::int64_t n = orbitals.num_nodes;
  Eigen::VectorXd y(n);
  const std::int32_t* label = orbitals.labels.data();
  for (std::int64_t u = 0; u < n; ++u) {
    double sum = 0.0;
    for (std::int64_t v = 0; v < n; ++v) sum += coefficients[*label++] * x[v];
    y[u] = sum;
  }
  return y;
}

std::vector<double> balanced_coefficients(const Orbitals& orbitals, std::uint64_t seed,
                                          std::uint64_t stream) {
  std::vector<std::int64_t> size(orbitals.count, 0);
  for (const std::int32_t label : orbitals.labels) ++size[label];
  std::vector<double> coefficients = uniform_coefficients(orbitals.count, seed, stream);
  for (std::int64_t t = 0; t < orbitals.count; ++t) {
    // A uniform number in [-1, 1) has variance 1/3.
    coefficients[t] *= std::sqrt(3.0 / static_cast<double>(size[t]));
  }
  return coefficients;
}

}  // namespace isotypic
