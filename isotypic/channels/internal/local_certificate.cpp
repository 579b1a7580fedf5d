#include "isotypic/channels/internal/local_certificate.hpp"

#include <algorithm>
#include <limits>

#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/channels/internal/certificate.hpp"
#include "isotypic/channels/internal/components.hpp"

namespace isotypic {
namespace {

/// The worst of all cores.
Certificate join_cores(const std::vector<LocalCore>& cores) {
  Certificate worst;
  worst.min_gap = std::numeric_limits<double>::infinity();
  for (const LocalCore& core : cores) {
    const Certificate& own = core.decomposition->certificate;
    worst.min_gap = std::min(worst.min_gap, own.min_gap);
    worst.max_spread = std::max(worst.max_spread, own.max_spread);
    worst.residual = std::max(worst.residual, own.residual);
    worst.equivariance = std::max(worst.equivariance, own.equivariance);
    worst.attempts = std::max(worst.attempts, own.attempts);
  }
  return worst;
}

void check_dimensions(const LocalDecomposition& local) {
  std::int64_t sum = 0;
  for (const LocalComponent& c : local.components) {
    sum += c.component.dim * c.component.multiplicity;
  }
  if (sum != local.num_nodes) {
    fail_as(ErrorKind::Runtime, "decompose_locally", "the components have ", sum,
            " dimensions together, not ", local.num_nodes);
  }
}

}  // namespace

Certificate certify_locally(const Symmetry& symmetry, const LocalDecomposition& local,
                            const std::vector<std::string>& core_orders, std::uint64_t seed,
                            const ApplyFactors& apply) {
  Certificate certificate = join_cores(local.cores);
  if (local.num_nodes == 0) return certificate;
  check_dimensions(local);
  for (const LocalComponent& c : local.components) {
    certificate.num_orbitals +=
        endomorphism_dim(c.component.type) * c.component.multiplicity * c.component.multiplicity;
  }
  if (!has_order(local.motifs, core_orders, symmetry.order)) {
    fail_as(ErrorKind::Runtime, "decompose_locally",
            "the group of the motifs has not the order of the automorphism group");
  }
  Random random(seed, certificate_stream);
  const Eigen::VectorXd z = random_vector(local.num_nodes, random);
  std::vector<double> factors(local.components.size(), 1.0);
  certificate.orthogonality = (apply(factors, z) - z).norm() / z.norm();
  check_orthogonality(certificate.orthogonality);
  for (double& factor : factors) factor = random.normal();
  check_generators(symmetry, random, [&](const Eigen::VectorXd& x) { return apply(factors, x); });
  return certificate;
}

}  // namespace isotypic
