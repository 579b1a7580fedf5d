// Structure of a component: the spectrum of the graph, split by symmetry.
//
// With P_i the projector onto isotypic component i and X an operator of the graph, the moments
// tr(P_i X^k) say which part of the spectrum lies in the component. They depend on no seed, no
// labelling and no engine. Why: docs/explanation/hash-free.md.
#pragma once

#include <cstdint>
#include <vector>

#include "isotypic/channels/channels.hpp"
#include "isotypic/graph/graph.hpp"

namespace isotypic {

/// The operator X; its eigenvalues lie in -1..1, of the last one in 0..2.
enum class GraphOperator {
  NormalisedAdjacency,  ///< D^-1/2 A D^-1/2; rows of isolated nodes are zero
  ScaledAdjacency,      ///< A divided by the largest degree
  NormalisedLaplacian,  ///< I - D^-1/2 A D^-1/2; rows of isolated nodes are zero
};

/// Powers beyond this one say nothing new about graphs of a usual size.
inline constexpr std::int64_t max_num_moments = 256;

struct StructureOptions {
  GraphOperator graph_operator = GraphOperator::NormalisedAdjacency;
  std::int64_t num_moments = 11;  ///< k = 0 .. num_moments - 1

  friend bool operator==(const StructureOptions&, const StructureOptions&) = default;
};

struct ComponentStructure {
  Component component;          ///< dimension, multiplicity, type, trivial or not
  std::vector<double> moments;  ///< tr(P X^k) / n for k = 0, 1, ...; below 1e-12 exactly zero
};

/// The structure of every component, in the order of `channels.canonical->components`. `graph` is
/// the graph of the channels, in its own node labels; its colours are not seen.
///
/// Works with channels of either grouping. Time O(num_moments * n * (m + n)), memory O(n^2); no
/// projector is formed.
/// Throws Error when the nodes of graph and channels differ in number, when the channels were
/// truncated by max_blocks, or when num_moments is not in 1..max_num_moments.
[[nodiscard]] std::vector<ComponentStructure> component_structures(
    const Channels& channels, const Graph& graph, const StructureOptions& options = {});

/// The same set in an order that the values alone decide: by (dimension, multiplicity, type,
/// trivial), then by moments, where differences of up to 1e-9 do not count. Relabelled copies of a
/// graph give lists that agree entry by entry up to rounding.
[[nodiscard]] std::vector<ComponentStructure> order_by_value(
    const std::vector<ComponentStructure>& structures);

}  // namespace isotypic
