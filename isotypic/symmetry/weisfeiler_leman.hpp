// Weisfeiler-Leman refinement: what message passing (1-WL) and triangle-aware refinement (2-WL)
// can tell apart, for comparison with what the automorphism group tells apart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/graph/graph.hpp"
#include "isotypic/symmetry/orbitals.hpp"

namespace isotypic {

/// Stable 1-WL colours, comparable between the graphs of one call: two nodes, of the same graph or
/// of different ones, get equal numbers exactly when 1-WL cannot tell them apart. The numbers mean
/// nothing else. Starts from the node colours where a graph has them; edge colours are not seen.
///
/// Time O(m log n) over all graphs together.
[[nodiscard]] std::vector<std::vector<std::int32_t>> wl1_colours(std::span<const Graph> graphs);

/// Whether 1-WL gives both graphs the same multiset of colours. Message-passing networks with
/// constant input cannot tell such graphs apart.
[[nodiscard]] bool wl1_equivalent(const Graph& a, const Graph& b);

/// The 2-WL (coherent) partition of ordered pairs, as a coarsening of the orbitals.
struct CoherentPartition {
  std::int64_t count = 0;             ///< number of classes; equals the number of orbitals
                                      ///< exactly when 2-WL finds the whole group's partition
  std::vector<std::int32_t> classes;  ///< class of each orbital
};

/// 2-WL (the two-dimensional folklore refinement) of `graph`, computed on one representative pair
/// per orbital: the refinement cannot split an orbital, so this is exact.
///
/// `orbitals` must be in the node labels of `graph`.
/// Time O(rounds * orbitals.count * n log n), memory O(orbitals.count * n) at most.
[[nodiscard]] CoherentPartition coherent_partition(const Graph& graph, const Orbitals& orbitals);

}  // namespace isotypic
