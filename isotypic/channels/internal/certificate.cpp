#include "isotypic/channels/internal/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/channels/internal/operator.hpp"

namespace isotypic {
namespace {

constexpr double orthogonality_limit = 1e-11;
constexpr double residual_limit = 1e-11;
constexpr double generator_limit = 1e-5;

/// The gaps of n generic eigenvalues shrink like 1 / n^2, so what can be asked for does too.
double equivariance_limit(std::int64_t n) {
  const double ratio = static_cast<double>(n) / 128.0;
  return 1e-9 * std::max(1.0, ratio * ratio);
}

/// |S Q z - Q Lambda z| / (|S| |z|) for a random z.
double measure_residual(const Orbitals& orbitals, std::span<const double> coefficients,
                        const Eigenspaces& spaces, const Eigen::VectorXd& z) {
  if (spaces.norm == 0.0 || z.size() == 0) return 0.0;
  const Eigen::VectorXd scaled = spaces.values.cwiseProduct(z);
  const Eigen::VectorXd image = apply_equivariant(orbitals, coefficients, spaces.basis * z);
  return (image - spaces.basis * scaled).norm() / (spaces.norm * z.norm());
}

/// The smallest relative distance between eigenvalues of different nontrivial components.
/// Mixing inside a component is equivariant, and the trivial component has been cut out exactly.
double smallest_foreign_gap(const Eigenspaces& spaces, const ComponentSplit& split) {
  double gap = std::numeric_limits<double>::infinity();
  std::int64_t previous = -1;
  for (std::int64_t a = 0; a < spaces.count(); ++a) {
    if (split.components[split.component_of[a]].trivial) continue;
    if (previous >= 0 && split.component_of[previous] != split.component_of[a]) {
      gap = std::min(
          gap, spaces.values[spaces.begin[a]] - spaces.values[spaces.begin[previous + 1] - 1]);
    }
    previous = a;
  }
  return gap / spaces.norm;
}

void require(bool condition, const char* what, double value, double limit) {
  if (condition) return;
  fail_as(ErrorKind::Runtime, "decompose", what, " ", value, " is above ", limit);
}

}  // namespace

Eigen::VectorXd random_vector(std::int64_t n, Random& random) {
  Eigen::VectorXd x(n);
  // Uniform with variance 1; a normal number costs ten times as much.
  for (double& value : x) value = std::sqrt(12.0) * (random.uniform() - 0.5);
  return x;
}

void check_orthogonality(double defect) {
  require(defect < orthogonality_limit, "the orthogonality defect", defect, orthogonality_limit);
}

void check_generators(const Symmetry& symmetry, Random& random,
                      const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& apply) {
  const Eigen::VectorXd x = random_vector(symmetry.num_nodes, random);
  const Eigen::VectorXd y = random_vector(symmetry.num_nodes, random);
  const Eigen::VectorXd fx = apply(x);
  const Eigen::VectorXd fy = apply(y);
  double worst = 0.0;
  for (const SparsePermutation& g : symmetry.generators) {
    // (g z)[g(v)] = z[v]; unmoved points cancel.
    double defect = 0.0;
    for (std::size_t i = 0; i < g.points.size(); ++i) {
      const std::int32_t from = symmetry.position[g.points[i]];
      const std::int32_t to = symmetry.position[g.images[i]];
      defect += fy[to] * x[from] - fy[from] * x[from];
      defect -= y[to] * fx[from] - y[from] * fx[from];
    }
    worst = std::max(worst, std::abs(defect));
  }
  require(worst < generator_limit, "a generator moves a block by", worst, generator_limit);
}

Certificate certify(const Symmetry& symmetry, const Orbitals& orbitals,
                    std::span<const double> symmetric_coefficients, const Eigenspaces& spaces,
                    const ComponentSplit& split, std::uint64_t seed) {
  Certificate certificate;
  certificate.min_gap = spaces.min_gap;
  certificate.max_spread = spaces.max_spread;
  certificate.num_orbitals = orbitals.count;
  if (orbitals.num_nodes == 0) return certificate;

  Random random(seed, certificate_stream);
  const Eigen::VectorXd z = random_vector(orbitals.num_nodes, random);
  const Eigen::VectorXd back = spaces.basis * (spaces.basis.transpose() * z);
  certificate.orthogonality = (back - z).norm() / z.norm();
  certificate.residual = measure_residual(orbitals, symmetric_coefficients, spaces, z);
  const double gap = smallest_foreign_gap(spaces, split);
  certificate.equivariance = certificate.residual / gap;
  check_orthogonality(certificate.orthogonality);
  require(certificate.residual < residual_limit, "the residual", certificate.residual,
          residual_limit);
  const double limit = equivariance_limit(orbitals.num_nodes);
  require(certificate.equivariance < limit, "the equivariance defect", certificate.equivariance,
          limit);
  Eigen::VectorXd factors(orbitals.num_nodes);
  for (std::int64_t a = 0; a < spaces.count(); ++a) {
    factors.segment(spaces.begin[a], spaces.dim(a)).setConstant(random.normal());
  }
  check_generators(symmetry, random, [&](const Eigen::VectorXd& x) -> Eigen::VectorXd {
    const Eigen::VectorXd inner = factors.cwiseProduct(spaces.basis.transpose() * x);
    return spaces.basis * inner;
  });
  return certificate;
}

}  // namespace isotypic
