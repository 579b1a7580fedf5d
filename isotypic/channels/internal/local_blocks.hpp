// The components of a local decomposition: their list, their traces and their order.
// Private to channels/.
#pragma once

#include "isotypic/channels/local_decomposition.hpp"

namespace isotypic {

/// Fills `components` from motifs and cores, sorted as arrange_blocks (blocks.hpp) sorts the blocks
/// of a dense decomposition. `canonical` is the canonical form of the graph.
void list_components(LocalDecomposition& decomposition, const Graph& canonical, BlockOrder order);

}  // namespace isotypic
