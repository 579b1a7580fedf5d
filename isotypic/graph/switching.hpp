// Godsil-McKay switching: graphs with equal spectra that need not be isomorphic.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/graph/graph.hpp"

namespace isotypic {

/// Whether the distinct nodes `set` can be switched: they induce a regular graph, and every other
/// node is joined to none, half or all of them.
[[nodiscard]] bool is_switching_set(const Graph& graph, std::span<const std::int32_t> set);

/// The graph in which every node outside `set` that is joined to half of it is joined to the
/// other half instead. Adjacency matrices before and after have the same spectrum, and so have
/// those of the complements. Node colours are kept; edge colours are an error.
///
/// Throws Error if `set` is not a switching set.
[[nodiscard]] Graph godsil_mckay_switch(const Graph& graph, std::span<const std::int32_t> set);

/// All switching sets of `size` nodes, ascending, whose switching changes the graph. Tries every
/// subset: meant for small graphs; throws Error above 50 million subsets.
[[nodiscard]] std::vector<std::vector<std::int32_t>> find_switching_sets(const Graph& graph,
                                                                         std::int64_t size);

}  // namespace isotypic
