// Blocks: eigenspaces or whole components, with their invariants, in the order of the readout.
#pragma once

#include <cstdint>
#include <vector>

#include "isotypic/channels/channels.hpp"
#include "isotypic/channels/internal/components.hpp"
#include "isotypic/channels/internal/eigenspaces.hpp"
#include "isotypic/graph/graph.hpp"

namespace isotypic {

struct Block {
  std::vector<std::int64_t> spaces;  ///< the eigenspaces it is made of
  Channel channel;                   ///< everything but `begin`
};

/// All blocks, sorted as the options say. Traces that differ by rounding only count as equal;
/// ties go by the eigenvalue of S (channels) or by the entries of the projectors (components,
/// where eigenvalues would bring the seed back in).
[[nodiscard]] std::vector<Block> arrange_blocks(const Graph& canonical, const Eigenspaces& spaces,
                                                const ComponentSplit& split, Grouping grouping,
                                                BlockOrder order);

}  // namespace isotypic
