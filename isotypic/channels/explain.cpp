#include "isotypic/channels/explain.hpp"

#include "isotypic/channels/blas.hpp"
#include "isotypic/error.hpp"

namespace isotypic {
namespace {

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
  if (rows.rows() > 0) {
    result.pooled = rows.colwise().sum().squaredNorm() / static_cast<double>(rows.rows());
  }
  for (ComponentEnergy& part : result.components) {
    if (part.component.trivial) result.visible += part.energy;
    if (result.total > 0.0) part.fraction = part.energy / result.total;
  }
  return result;
}

}  // namespace isotypic
