#include "isotypic/channels/theory.hpp"

#include <algorithm>

#include "isotypic/base/error.hpp"

namespace isotypic {
namespace {

/// A defect below this is rounding.
constexpr double defect_limit = 1e-10;

std::vector<double> orbit_sizes(const Symmetry& symmetry) {
  std::vector<double> size(symmetry.num_orbits, 0.0);
  for (const std::int32_t orbit : symmetry.orbit_of) size[orbit] += 1.0;
  return size;
}

/// |f rho(g) - f|^2: only the columns of moved nodes differ.
double moved_energy(const Eigen::Ref<const Eigen::MatrixXd>& readout, std::int64_t width,
                    const SparsePermutation& g) {
  double energy = 0.0;
  for (std::size_t i = 0; i < g.points.size(); ++i) {
    energy += (readout.middleCols(g.images[i] * width, width) -
               readout.middleCols(g.points[i] * width, width))
                  .squaredNorm();
  }
  return energy;
}

}  // namespace

Eigen::MatrixXd reynolds(const Symmetry& symmetry,
                         const Eigen::Ref<const Eigen::MatrixXd>& embeddings) {
  if (embeddings.rows() != symmetry.num_nodes) {
    fail("reynolds", "there are ", embeddings.rows(), " rows for ", symmetry.num_nodes, " nodes");
  }
  Eigen::MatrixXd means = Eigen::MatrixXd::Zero(symmetry.num_orbits, embeddings.cols());
  for (std::int64_t v = 0; v < symmetry.num_nodes; ++v) {
    means.row(symmetry.orbit_of[v]) += embeddings.row(v);
  }
  const std::vector<double> size = orbit_sizes(symmetry);
  for (std::int64_t k = 0; k < symmetry.num_orbits; ++k) means.row(k) /= size[k];
  Eigen::MatrixXd averaged(embeddings.rows(), embeddings.cols());
  for (std::int64_t v = 0; v < symmetry.num_nodes; ++v) {
    averaged.row(v) = means.row(symmetry.orbit_of[v]);
  }
  return averaged;
}

Eigen::MatrixXd component_projector(const Channels& channels, std::int64_t component) {
  const Decomposition& canonical = *channels.canonical;
  if (component < 0 || component >= std::ssize(canonical.components)) {
    fail("component_projector", "component ", component, " is not below ",
         canonical.components.size());
  }
  const Component& wanted = canonical.components[component];
  const Eigen::MatrixXd basis = basis_in_node_order(channels);
  Eigen::MatrixXd projector = Eigen::MatrixXd::Zero(basis.rows(), basis.rows());
  std::int64_t dim = 0;
  for (const Channel& channel : canonical.channels) {
    if (channel.component != component) continue;
    const auto block = basis.middleCols(channel.begin, channel.dim);
    projector.noalias() += block * block.transpose();
    dim += channel.dim;
  }
  if (dim != wanted.dim * wanted.multiplicity) {
    fail("component_projector", "only ", dim, " of ", wanted.dim * wanted.multiplicity,
         " dimensions of component ", component, " were kept");
  }
  return projector;
}

FactorisationCheck check_factorisation(const Symmetry& symmetry,
                                       const Eigen::Ref<const Eigen::MatrixXd>& readout,
                                       std::int64_t width) {
  if (width < 0 || readout.cols() != symmetry.num_nodes * width) {
    fail("check_factorisation", "the readout has ", readout.cols(), " columns, not ",
         symmetry.num_nodes, " nodes times width ", width);
  }
  FactorisationCheck check;
  check.on_orbit_means = Eigen::MatrixXd::Zero(readout.rows(), symmetry.num_orbits * width);
  for (std::int64_t v = 0; v < symmetry.num_nodes; ++v) {
    check.on_orbit_means.middleCols(symmetry.orbit_of[v] * width, width) +=
        readout.middleCols(v * width, width);
  }
  const double norm = readout.norm();
  if (norm > 0.0) {
    double moved = 0.0;
    for (const SparsePermutation& g : symmetry.generators) {
      moved = std::max(moved, moved_energy(readout, width, g));
    }
    const std::vector<double> size = orbit_sizes(symmetry);
    double lost = 0.0;
    for (std::int64_t v = 0; v < symmetry.num_nodes; ++v) {
      const std::int64_t orbit = symmetry.orbit_of[v];
      lost += (readout.middleCols(v * width, width) -
               check.on_orbit_means.middleCols(orbit * width, width) / size[orbit])
                  .squaredNorm();
    }
    check.invariance_defect = std::sqrt(moved) / norm;
    check.factorisation_defect = std::sqrt(lost) / norm;
  }
  check.invariant = check.invariance_defect < defect_limit;
  check.factors = check.factorisation_defect < defect_limit;
  return check;
}

}  // namespace isotypic
