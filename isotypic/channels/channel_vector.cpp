#include "isotypic/channels/channel_vector.hpp"

#include <cmath>

#include "isotypic/base/error.hpp"

namespace isotypic {
namespace {

constexpr double precision = 1e-9;

/// The basis of the channel, rows in canonical order.
Eigen::Block<const Eigen::MatrixXd> channel_basis(const char* where, const Channels& channels,
                                                  std::int64_t channel) {
  const Decomposition& canonical = *channels.canonical;
  if (channel < 0 || channel >= std::ssize(canonical.channels)) {
    fail(where, "there is no channel ", channel, "; the graph has ", canonical.channels.size(),
         ", counted from 0");
  }
  const Channel& wanted = canonical.channels[channel];
  return canonical.basis.block(0, wanted.begin, canonical.num_nodes, wanted.dim);
}

}  // namespace

Eigen::VectorXd channel_vector(const Channels& channels, std::int64_t channel, std::int64_t node) {
  const auto basis = channel_basis("channel_vector", channels, channel);
  if (node < 0 || node >= channels.num_nodes()) {
    fail("channel_vector", "node ", node, " is not below ", channels.num_nodes());
  }
  const Eigen::VectorXd image = basis * basis.row(channels.position[node]).transpose();
  Eigen::VectorXd result(image.size());
  for (std::int64_t v = 0; v < result.size(); ++v) {
    // Adding zero turns -0 into 0.
    result(v) = std::round(image(channels.position[v]) / precision) * precision + 0.0;
  }
  return result;
}

std::int64_t most_visible_node(const Channels& channels, std::int64_t channel) {
  const Eigen::VectorXd lengths =
      channel_basis("most_visible_node", channels, channel).rowwise().squaredNorm();
  std::int64_t best = 0;
  for (std::int64_t i = 1; i < lengths.size(); ++i) {
    if (lengths(i) > lengths(best) + precision) best = i;
  }
  return inverse(channels.position)[best];
}

}  // namespace isotypic
