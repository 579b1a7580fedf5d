// One vector of a channel to look at.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "isotypic/channels/channels.hpp"

namespace isotypic {

/// P e: the projector P of a channel, applied to the vector that marks one node. It does not depend
/// on the basis of the channel. Row v belongs to node v; the numbers are rounded to 1e-9, so that
/// nodes that look the same from the marked one have equal entries.
///
/// Throws Error if there is no such channel or node.
[[nodiscard]] Eigen::VectorXd channel_vector(const Channels& channels, std::int64_t channel,
                                             std::int64_t node);

/// The node whose P e is the longest; among equals the first one in canonical order, so that
/// relabelled copies choose corresponding nodes. Throws Error if there is no such channel.
[[nodiscard]] std::int64_t most_visible_node(const Channels& channels, std::int64_t channel);

}  // namespace isotypic
