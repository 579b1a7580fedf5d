// How an automorphism group acts on the nodes: rank, subdegrees, transitivity, blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "isotypic/group/automorphism_group.hpp"

namespace isotypic {

/// Whether there is one orbit of nodes. The graph without nodes counts as transitive.
[[nodiscard]] bool is_transitive(const AutomorphismGroup& group);

/// The largest k for which the group takes every list of k distinct nodes to every other one; 0 if
/// it is not transitive. No graph has a k that is neither 0, 1 nor its number of nodes n: from
/// k = 2 on all pairs of nodes are alike, so all permutations are automorphisms.
[[nodiscard]] std::int64_t transitivity(const AutomorphismGroup& group);

/// The number of orbits of ordered pairs of nodes.
/// Throws Error if the group is not transitive and has more than max_orbital_nodes nodes.
[[nodiscard]] std::int64_t rank(const AutomorphismGroup& group);

/// The sizes of the orbits of the stabiliser of `node`, ascending.
[[nodiscard]] std::vector<std::int64_t> subdegrees(const AutomorphismGroup& group,
                                                   std::int32_t node);

/// A partition of the nodes that the group respects: the class of each node, numbered by first
/// appearance.
using BlockSystem = std::vector<std::int32_t>;

/// The block systems of a transitive group that no finer one refines, without the trivial ones
/// (single nodes, all nodes), in ascending order.
///
/// Throws Error if the group is not transitive or has more than max_block_nodes nodes.
[[nodiscard]] std::vector<BlockSystem> minimal_block_systems(const AutomorphismGroup& group);

/// Whether the group is transitive and has no block system but the trivial ones.
/// Throws Error if it is transitive and has more than max_block_nodes nodes.
[[nodiscard]] bool is_primitive(const AutomorphismGroup& group);

/// The time to find blocks grows like the number of nodes times the rank.
inline constexpr std::int64_t max_block_nodes = 30'000;

}  // namespace isotypic
