// The eigenvalues of a graph, sorted by isotypic component.
#pragma once

#include <vector>

#include "isotypic/channels/channels.hpp"
#include "isotypic/graph/graph.hpp"

namespace isotypic {

/// The adjacency matrix A and the Laplacian L = D - A map every component to itself. On a component
/// of `multiplicity` m they have m eigenvalues each, and every one has an eigenspace of dimension
/// `dim` (or a multiple of it, where some of the m are equal).
struct ComponentSpectrum {
  std::vector<double> adjacency;  ///< m numbers, descending
  std::vector<double> laplacian;  ///< m numbers, ascending
};

/// One entry per component, in the order of `channels.canonical->components`. `graph` is the graph
/// of the channels, in its own node labels; its colours are not seen. Eigenvalues that are zero up
/// to rounding are zero. Isomorphic graphs get equal numbers.
///
/// Works with channels of either grouping. Time O(n^3) at most.
/// Throws Error when the nodes of graph and channels differ in number, or when the channels were
/// truncated by max_blocks.
[[nodiscard]] std::vector<ComponentSpectrum> component_spectra(const Channels& channels,
                                                               const Graph& graph);

}  // namespace isotypic
