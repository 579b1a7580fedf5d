#include "isotypic/channels/internal/components.hpp"

#include <cmath>
#include <map>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/channels/internal/blas.hpp"
#include "isotypic/channels/internal/operator.hpp"
#include "isotypic/graph/union_find.hpp"

namespace isotypic {
namespace {

// The probing matrices have entries of size 1 / sqrt(dim) on a component, so numbers are
// compared after multiplication with sqrt(dim): true couplings are of size 1, rounding errors
// of size 1e-15 / gap.
constexpr double noise_floor = 1e-6;

/// One random unit vector in each of the listed spaces.
struct Samples {
  std::vector<std::int64_t> spaces;
  std::vector<Eigen::VectorXd> coordinates;
  Eigen::MatrixXd vectors;

  Samples(const Eigenspaces& all, std::vector<std::int64_t> listed, std::uint64_t seed)
      : spaces(std::move(listed)) {
    vectors.resize(all.basis.rows(), static_cast<std::int64_t>(spaces.size()));
    for (std::size_t i = 0; i < spaces.size(); ++i) {
      Random random(seed, probe_stream + 1 + static_cast<std::uint64_t>(spaces[i]));
      Eigen::VectorXd x(all.dim(spaces[i]));
      for (double& value : x) value = 2.0 * random.uniform() - 1.0;
      coordinates.push_back(x.normalized());
      vectors.col(static_cast<std::int64_t>(i)).noalias() =
          all.space(spaces[i]) * coordinates.back();
    }
  }
};

Eigen::MatrixXd probe_matrix(const Orbitals& orbitals, std::uint64_t seed, std::uint64_t draw) {
  return equivariant_matrix(orbitals, balanced_coefficients(orbitals, seed, probe_stream - draw));
}

double sqrt_dim(const Eigenspaces& spaces, std::int64_t a) {
  return std::sqrt(static_cast<double>(spaces.dim(a)));
}

/// The part of `y` that is orthogonal to the unit vector `x`.
Eigen::VectorXd reject(const Eigen::VectorXd& y, const Eigen::VectorXd& x) {
  return y - y.dot(x) * x;
}

/// Merges coupled spaces; returns for each sample whether the probe acts on its space as a
/// multiple of the identity.
std::vector<char> couple(const Orbitals& orbitals, const Eigenspaces& spaces,
                         const Samples& samples, std::uint64_t seed, UnionFind& classes) {
  const std::int64_t count = std::ssize(samples.spaces);
  if (count == 0) return {};
  const Eigen::MatrixXd images = multiply(probe_matrix(orbitals, seed, 1), samples.vectors);
  const Eigen::MatrixXd couplings = multiply_transposed(samples.vectors, images);
  std::vector<char> scalar(count, 0);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t a = samples.spaces[i];
    const Eigen::VectorXd own = spaces.space(a).transpose() * images.col(i);
    scalar[i] = static_cast<char>(reject(own, samples.coordinates[i]).norm() <
                                  noise_floor / sqrt_dim(spaces, a));
    for (std::int64_t j = 0; j < count; ++j) {
      const std::int64_t b = samples.spaces[j];
      // An intertwiner is a multiple of an isometry, which turns a sample to another one at a
      // random angle: a second factor 1 / sqrt(dim).
      const double floor = noise_floor / (sqrt_dim(spaces, a) * sqrt_dim(spaces, b));
      if (j == i || std::abs(couplings(j, i)) < floor) continue;
      if (spaces.dim(a) != spaces.dim(b)) {
        fail_as(ErrorKind::Runtime, "decompose", "channels of dimensions ", spaces.dim(a), " and ",
                spaces.dim(b), " are coupled, so one is reducible");
      }
      classes.unite(a, b);
    }
  }
  return scalar;
}

/// Merges equivalent spaces of dimension one. The group acts on such a space by signs, and two
/// are equivalent exactly when the generators have the same signs: no probe is needed.
void match_signs(const Symmetry& symmetry, const Eigenspaces& spaces,
                 std::span<const std::int64_t> lines, UnionFind& classes) {
  std::vector<std::int64_t> peak;  // where the vector is largest
  for (const std::int64_t a : lines) {
    std::int64_t row = 0;
    spaces.basis.col(spaces.begin[a]).cwiseAbs().maxCoeff(&row);
    peak.push_back(row);
  }
  std::vector<std::vector<bool>> signs(lines.size());
  Permutation image = identity_permutation(symmetry.num_nodes);
  for (const SparsePermutation& generator : symmetry.generators) {
    const SparsePermutation g = conjugate(generator, symmetry.position);
    for (std::size_t i = 0; i < g.points.size(); ++i) image[g.points[i]] = g.images[i];
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto q = spaces.basis.col(spaces.begin[lines[i]]);
      const double ratio = q[image[peak[i]]] / q[peak[i]];
      if (std::abs(std::abs(ratio) - 1.0) > 1e-3) {
        fail_as(ErrorKind::Runtime, "decompose", "a generator does not map a line into itself");
      }
      signs[i].push_back(ratio < 0.0);
    }
    for (const std::int32_t point : g.points) image[point] = point;
  }
  std::map<std::vector<bool>, std::int64_t> first;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    classes.unite(lines[i], first.emplace(std::move(signs[i]), lines[i]).first->second);
  }
}

/// Types of the sampled spaces, on which a first probe was no multiple of the identity.
std::vector<ComponentType> find_types(const Orbitals& orbitals, const Eigenspaces& spaces,
                                      const Samples& samples, std::uint64_t seed) {
  // F x for F the endomorphisms: an orthonormal basis, grown draw by draw.
  std::vector<std::vector<Eigen::VectorXd>> span(samples.spaces.size());
  for (std::uint64_t draw = 2; draw < 5; ++draw) {
    const Eigen::MatrixXd probe = probe_matrix(orbitals, seed, draw);
    const Eigen::MatrixXd images = multiply(probe, samples.vectors);
    const Eigen::MatrixXd adjoint_images = multiply_transposed(probe, samples.vectors);
    for (std::size_t i = 0; i < samples.spaces.size(); ++i) {
      const std::int64_t a = samples.spaces[i];
      const auto column = static_cast<std::int64_t>(i);
      const double floor = noise_floor / sqrt_dim(spaces, a);
      const Eigen::VectorXd image = spaces.space(a).transpose() * images.col(column);
      const Eigen::VectorXd adjoint = spaces.space(a).transpose() * adjoint_images.col(column);
      if (reject(0.5 * (image + adjoint), samples.coordinates[i]).norm() > floor) {
        fail_as(ErrorKind::Runtime, "decompose", "a channel of dimension ", spaces.dim(a),
                " is reducible");
      }
      Eigen::VectorXd rest = 0.5 * (image - adjoint);
      for (const Eigen::VectorXd& known : span[i]) rest = reject(rest, known);
      if (rest.norm() > floor) span[i].push_back(rest.normalized());
    }
  }
  std::vector<ComponentType> types;
  for (const auto& basis : span) {
    if (basis.size() == 2)
      fail_as(ErrorKind::Runtime, "decompose", "the type of a channel could not be determined");
    types.push_back(basis.empty()       ? ComponentType::Real
                    : basis.size() == 1 ? ComponentType::Complex
                                        : ComponentType::Quaternionic);
  }
  return types;
}

void check_commutant(const Orbitals& orbitals, const std::vector<Component>& components) {
  std::int64_t sum = 0;
  for (const Component& component : components) {
    sum += endomorphism_dim(component.type) * component.multiplicity * component.multiplicity;
  }
  if (sum != orbitals.count) {
    fail_as(ErrorKind::Runtime, "decompose", "the components account for ", sum, " of ",
            orbitals.count, " orbitals");
  }
}

/// Numbers the classes by their first space.
ComponentSplit collect(const Eigenspaces& spaces, std::span<const char> trivial,
                       const UnionFind& classes) {
  ComponentSplit split;
  std::vector<std::int64_t> number(spaces.count(), -1);
  for (std::int64_t a = 0; a < spaces.count(); ++a) {
    std::int64_t& component = number[classes.root(a)];
    if (component < 0) {
      component = static_cast<std::int64_t>(split.components.size());
      split.components.push_back({.dim = spaces.dim(a), .trivial = trivial[a] != 0});
    }
    ++split.components[component].multiplicity;
    split.component_of.push_back(component);
  }
  return split;
}

}  // namespace

const char* to_string(ComponentType type) {
  switch (type) {
    case ComponentType::Real:
      return "real";
    case ComponentType::Complex:
      return "complex";
    case ComponentType::Quaternionic:
      return "quaternionic";
  }
  return "";
}

std::int64_t endomorphism_dim(ComponentType type) {
  switch (type) {
    case ComponentType::Real:
      return 1;
    case ComponentType::Complex:
      return 2;
    case ComponentType::Quaternionic:
      return 4;
  }
  return 0;
}

ComponentSplit find_components(const Symmetry& symmetry, const Orbitals& orbitals,
                               const Eigenspaces& spaces, std::span<const char> trivial,
                               std::uint64_t seed) {
  UnionFind classes(spaces.count());
  std::vector<std::int64_t> lines;
  std::vector<std::int64_t> others;
  for (std::int64_t a = 0; a < spaces.count(); ++a) {
    (spaces.dim(a) == 1 ? lines : others).push_back(a);
  }
  std::vector<std::int64_t> unresolved;
  if (!is_multiplicity_free(orbitals)) {
    match_signs(symmetry, spaces, lines, classes);
    const Samples samples(spaces, others, seed);
    const std::vector<char> scalar = couple(orbitals, spaces, samples, seed, classes);
    std::vector<char> listed(spaces.count(), 0);
    for (std::size_t i = 0; i < others.size(); ++i) {
      if (scalar[i] != 0) continue;
      char& seen = listed[classes.root(others[i])];
      if (seen == 0) unresolved.push_back(others[i]);
      seen = 1;
    }
  }
  ComponentSplit split = collect(spaces, trivial, classes);
  if (!unresolved.empty()) {
    const Samples samples(spaces, unresolved, seed);
    const std::vector<ComponentType> types = find_types(orbitals, spaces, samples, seed);
    for (std::size_t i = 0; i < unresolved.size(); ++i) {
      split.components[split.component_of[unresolved[i]]].type = types[i];
    }
  }
  check_commutant(orbitals, split.components);
  return split;
}

}  // namespace isotypic
