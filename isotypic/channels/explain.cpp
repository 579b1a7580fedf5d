#include "isotypic/channels/explain.hpp"

#include <algorithm>
#include <cmath>

#include "isotypic/channels/internal/blas.hpp"
#include "isotypic/base/error.hpp"

namespace isotypic {
namespace {

/// An energy below this part of the total is rounding: (1e-10)^2, as in the readout.
constexpr double energy_floor = 1e-20;

void check_arguments(const Channels& channels,
                     const Eigen::Ref<const Eigen::MatrixXd>& embeddings) {
  const Decomposition& canonical = *channels.canonical;
  if (embeddings.rows() != canonical.num_nodes) {
    fail("explain", "there are ", embeddings.rows(), " rows for ", canonical.num_nodes, " nodes");
  }
  if (canonical.basis.cols() != canonical.num_nodes) {
    fail("explain", "the channels were truncated to ", canonical.channels.size(), " of ",
         canonical.num_channels, " blocks");
  }
  for (std::int64_t v = 0; v < embeddings.rows(); ++v) {
    if (!embeddings.row(v).allFinite()) fail("explain", "row ", v, " holds a NaN or an infinity");
  }
}

}  // namespace

Explanation explain(const Channels& channels, const Eigen::Ref<const Eigen::MatrixXd>& embeddings) {
  check_arguments(channels, embeddings);
  const Decomposition& canonical = *channels.canonical;
  Eigen::MatrixXd rows(embeddings.rows(), embeddings.cols());
  for (std::int64_t v = 0; v < rows.rows(); ++v) rows.row(channels.position[v]) = embeddings.row(v);
  const Eigen::MatrixXd coordinates = multiply_transposed(canonical.basis, rows);

  Explanation result;
  for (const Component& component : canonical.components) result.components.push_back({component});
  for (const Channel& channel : canonical.channels) {
    result.components[channel.component].energy +=
        coordinates.middleRows(channel.begin, channel.dim).squaredNorm();
  }
  result.total = rows.squaredNorm();
  if (!std::isfinite(result.total)) {
    fail("explain", "the embeddings are too large: their energy leaves the range of double");
  }
  if (rows.rows() > 0) {
    const double pooled = rows.colwise().sum().squaredNorm() / static_cast<double>(rows.rows());
    result.kept_by_pooling = std::min(pooled, result.total);
  }
  double hidden = 0.0;
  for (ComponentEnergy& part : result.components) {
    if (part.energy <= energy_floor * result.total) part.energy = 0.0;
    part.energy = std::min(part.energy, result.total);
    if (part.component.trivial) {
      result.visible_to_linear_readouts = std::max(part.energy, result.kept_by_pooling);
    } else {
      hidden += part.energy;
    }
    if (result.total > 0.0) part.fraction = part.energy / result.total;
  }
  if (hidden == 0.0)
    result.visible_to_linear_readouts = result.total;  // not all but a rounding error
  return result;
}

}  // namespace isotypic
