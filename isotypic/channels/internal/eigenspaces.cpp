#include "isotypic/channels/internal/eigenspaces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/eigensolver.hpp"
#include "isotypic/channels/internal/operator.hpp"
#include "isotypic/channels/internal/scheme_eigenspaces.hpp"

namespace isotypic {
namespace {

/// Below this ratio of gap to spread the grouping of eigenvalues is not to be trusted.
constexpr double least_ratio = 1e3;

/// The orbit of every position, numbered by first appearance: the orbitals on the diagonal.
struct NodeOrbits {
  std::vector<std::int32_t> orbit_of;
  std::vector<double> size;

  explicit NodeOrbits(const Orbitals& orbitals) : orbit_of(orbitals.num_nodes) {
    std::vector<std::int32_t> number(orbitals.count, -1);
    for (std::int64_t v = 0; v < orbitals.num_nodes; ++v) {
      std::int32_t& orbit = number[orbitals(v, v)];
      if (orbit < 0) {
        orbit = static_cast<std::int32_t>(size.size());
        size.push_back(0.0);
      }
      orbit_of[v] = orbit;
      size[orbit] += 1.0;
    }
  }

  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(size.size()); }

  void means(const double* column, std::vector<double>& result) const {
    std::fill(result.begin(), result.end(), 0.0);
    for (std::size_t v = 0; v < orbit_of.size(); ++v) result[orbit_of[v]] += column[v];
    for (std::size_t k = 0; k < result.size(); ++k) result[k] /= size[k];
  }
};

void group_eigenvalues(Eigenspaces& spaces, double tolerance) {
  const Eigen::VectorXd& values = spaces.values;
  const std::int64_t n = values.size();
  spaces.norm = n == 0 ? 0.0 : std::max(std::abs(values[0]), std::abs(values[n - 1]));
  const double scale = spaces.norm > 0.0 ? spaces.norm : 1.0;
  spaces.begin = {0};
  spaces.min_gap = std::numeric_limits<double>::infinity();
  for (std::int64_t i = 1; i < n; ++i) {
    const double gap = (values[i] - values[i - 1]) / scale;
    if (gap > tolerance) {
      spaces.min_gap = std::min(spaces.min_gap, gap);
      spaces.begin.push_back(i);
    } else {
      const double spread = (values[i] - values[spaces.begin.back()]) / scale;
      spaces.max_spread = std::max(spaces.max_spread, spread);
    }
  }
  if (n > 0) spaces.begin.push_back(n);
}

}  // namespace

Eigenspaces compute_eigenspaces(const Orbitals& orbitals,
                                std::span<const double> symmetric_coefficients, double tolerance) {
  Eigenpairs pairs = prefers_scheme(orbitals)
                         ? solve_scheme(orbitals, symmetric_coefficients)
                         : solve_symmetric(equivariant_matrix(orbitals, symmetric_coefficients));
  Eigenspaces spaces;
  spaces.basis = std::move(pairs.vectors);
  spaces.values = std::move(pairs.values);
  group_eigenvalues(spaces, tolerance);
  if (spaces.min_gap < least_ratio * spaces.max_spread) {
    fail_as(ErrorKind::Runtime, "decompose", "eigenvalues are too close to group: gap ",
            spaces.min_gap, " between and spread ", spaces.max_spread, " within eigenspaces");
  }
  return spaces;
}

std::vector<char> separate_trivial(const Orbitals& orbitals, Eigenspaces& spaces) {
  const NodeOrbits orbits(orbitals);
  const std::int64_t n = orbitals.num_nodes;
  std::vector<double> mean(orbits.count());
  std::vector<char> trivial(spaces.count(), 0);
  std::int64_t found = 0;
  for (std::int64_t a = 0; a < spaces.count(); ++a) {
    for (std::int64_t c = spaces.begin[a]; c < spaces.begin[a + 1]; ++c) {
      double* column = spaces.basis.col(c).data();
      orbits.means(column, mean);
      double energy = 0.0;
      for (std::int64_t k = 0; k < orbits.count(); ++k)
        energy += orbits.size[k] * mean[k] * mean[k];
      if (spaces.dim(a) == 1 && energy > 0.5) {
        for (std::int64_t v = 0; v < n; ++v) column[v] = mean[orbits.orbit_of[v]];
        trivial[a] = 1;
        ++found;
      } else {
        for (std::int64_t v = 0; v < n; ++v) column[v] -= mean[orbits.orbit_of[v]];
      }
    }
  }
  if (found != orbits.count()) {
    fail_as(ErrorKind::Runtime, "decompose", "found ", found, " trivial channels for ",
            orbits.count(), " node orbits");
  }
  return trivial;
}

}  // namespace isotypic
