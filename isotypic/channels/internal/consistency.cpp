#include "isotypic/channels/internal/consistency.hpp"

#include <algorithm>
#include <cmath>

#include "isotypic/base/random.hpp"
#include "isotypic/channels/internal/components.hpp"

namespace isotypic {
namespace {

bool is_measure(double value) { return std::isfinite(value) && value >= 0.0; }

bool certificate_is_possible(const Certificate& certificate) {
  return certificate.min_gap > 0.0 && is_measure(certificate.max_spread) &&
         is_measure(certificate.orthogonality) && is_measure(certificate.residual) &&
         is_measure(certificate.equivariance) && certificate.attempts >= 1;
}

/// Each component by itself, then their sums: they fill the node space, and their endomorphisms
/// are the orbitals.
bool components_fill_the_space(const Decomposition& d) {
  std::int64_t dimensions = 0;
  std::int64_t orbitals = 0;
  std::int64_t trivial = 0;
  for (const Component& component : d.components) {
    const std::int64_t degree = endomorphism_dim(component.type);
    if (degree == 0 || component.dim < 1 || component.dim > d.num_nodes ||
        component.multiplicity < 1 || component.multiplicity > d.num_nodes ||
        component.dim % degree != 0) {
      return false;
    }
    if (component.trivial && component.dim != 1) return false;
    trivial += component.trivial ? 1 : 0;
    dimensions += component.dim * component.multiplicity;
    orbitals += degree * component.multiplicity * component.multiplicity;
  }
  return dimensions == d.num_nodes && orbitals == d.certificate.num_orbitals &&
         trivial == (d.num_nodes > 0 ? 1 : 0);
}

/// Blocks lie side by side, name components in the order of their first appearance, and have the
/// size of one piece (or, for Grouping::Components, of the whole component).
bool blocks_lie_side_by_side(const Decomposition& d) {
  std::int64_t columns = 0;
  std::int64_t named = 0;
  for (const Channel& channel : d.channels) {
    if (channel.begin != columns || channel.component < 0 || channel.component > named ||
        channel.component >= std::ssize(d.components)) {
      return false;
    }
    named = std::max(named, channel.component + 1);
    const Component& component = d.components[channel.component];
    if (channel.dim != component.dim && channel.dim != component.dim * component.multiplicity) {
      return false;
    }
    columns += channel.dim;
    if (columns > d.num_nodes || !std::isfinite(channel.eigenvalue) ||
        !std::isfinite(channel.tr_laplacian) || !std::isfinite(channel.tr_adjacency)) {
      return false;
    }
  }
  return columns == d.basis.cols();
}

/// All blocks are pieces, or all are whole components; their number before truncation tells.
bool counts_agree(const Decomposition& d) {
  std::int64_t pieces = 0;
  for (const Component& component : d.components) pieces += component.multiplicity;
  const std::int64_t kept = std::ssize(d.channels);
  if (kept > d.num_channels || (kept == d.num_channels) != (d.basis.cols() == d.num_nodes)) {
    return false;
  }
  const auto all_have = [&](auto&& size) {
    return std::ranges::all_of(
        d.channels, [&](const Channel& c) { return c.dim == size(d.components[c.component]); });
  };
  return (d.num_channels == pieces && all_have([](const Component& c) { return c.dim; })) ||
         (d.num_channels == std::ssize(d.components) &&
          all_have([](const Component& c) { return c.dim * c.multiplicity; }));
}

/// Q^T Q z = z for a random z, up to rounding. False for entries that are not finite.
bool columns_are_orthonormal(const Eigen::MatrixXd& basis) {
  constexpr double limit = 1e-8;
  Random random(0);
  Eigen::VectorXd z(basis.cols());
  for (double& value : z) value = random.uniform() - 0.5;
  const Eigen::VectorXd image = basis * z;
  const double error = (basis.transpose() * image - z).norm();
  return basis.size() == 0 || error <= limit * z.norm();
}

}  // namespace

bool is_consistent(const Decomposition& d) {
  return d.num_nodes >= 0 && d.num_nodes <= max_decompose_nodes && d.num_channels >= 0 &&
         d.num_channels <= d.num_nodes && d.basis.rows() == d.num_nodes &&
         certificate_is_possible(d.certificate) && components_fill_the_space(d) &&
         blocks_lie_side_by_side(d) && counts_agree(d) && columns_are_orthonormal(d.basis);
}

bool fits(const Decomposition& d, std::int64_t num_nodes, const ChannelOptions& options) {
  const std::int64_t kept =
      options.max_blocks > 0 ? std::min(options.max_blocks, d.num_channels) : d.num_channels;
  if (d.num_nodes != num_nodes || std::ssize(d.channels) != kept) return false;
  const bool descending = options.order == BlockOrder::TraceDescending;
  return std::ranges::is_sorted(d.channels, [&](const Channel& a, const Channel& b) {
    return descending ? a.dim > b.dim : a.dim < b.dim;
  });
}

}  // namespace isotypic
