// Blocks: eigenspaces or whole components, with their invariants, in the order of the readout.
#pragma once

#include <compare>
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

/// Ranks of traces, equal for those that differ by rounding only.
[[nodiscard]] std::vector<std::int64_t> tolerant_ranks(const std::vector<double>& traces);

/// Compares two entries of projectors on a grid. The grid is an irrational multiple of one, so that
/// the rational entries projectors tend to have do not lie on its borders.
[[nodiscard]] std::strong_ordering compare_entries(double a, double b);

/// All blocks, sorted as the options say. Traces that differ by rounding only count as equal;
/// ties go by the eigenvalue of S (channels) or by the entries of the projectors (components,
/// where eigenvalues would bring the seed back in).
[[nodiscard]] std::vector<Block> arrange_blocks(const Graph& canonical, const Eigenspaces& spaces,
                                                const ComponentSplit& split, Grouping grouping,
                                                BlockOrder order);

}  // namespace isotypic
