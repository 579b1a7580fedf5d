// OrbitalDescriptors: what a pair of nodes looks like, in numbers that mean the same in every
// graph.
//
// An orbital is described by one of its pairs: how walks connect its ends, their distance and
// degrees, and how many pairs and nodes look alike. No number depends on a seed, on the numbers of
// the nodes or on the symmetry engine. Theory: docs/explanation/theory.md, §2.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/graph/graph.hpp"
#include "isotypic/graph/permutation.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic {

/// How a step of a walk from u to v is weighed.
enum class WalkWeights {
  Normalised,  ///< 1 / sqrt(d_u d_v): powers of D^-1/2 A D^-1/2
  RandomWalk,  ///< 1 / d_u: powers of D^-1 A, the mean of both directions
};

struct DescriptorOptions {
  std::int64_t powers = 16;  ///< walks of 1 to this many steps
  WalkWeights walks = WalkWeights::Normalised;
  std::int64_t max_distance = 12;  ///< longer distances, and ends without a path, count as this
  std::int64_t reach = 0;          ///< describe the pairs within this distance alone; 0: all pairs
};

/// Columns of `OrbitalDescriptors::values`: the powers first, then these.
inline constexpr std::int64_t num_size_columns = 3;    ///< log |orbital|; sum, |difference| of
                                                       ///< log |orbit| of the two ends
inline constexpr std::int64_t num_degree_columns = 2;  ///< d_u + d_v; d_u d_v

/// All columns of `OrbitalDescriptors::values`.
[[nodiscard]] constexpr std::int64_t num_descriptor_columns(const DescriptorOptions& options) {
  return options.powers + num_size_columns + num_degree_columns;
}

/// Pairs that look alike, in either direction.
struct PairType {
  std::int32_t u = 0;         ///< a pair of the type's orbital
  std::int32_t v = 0;         ///< likewise
  std::int64_t pairs = 0;     ///< ordered pairs of this type
  std::int64_t orbital = 0;   ///< ordered pairs of the orbital (of one direction)
  std::int32_t edge = -1;     ///< an edge of this type by its number in graph.edges(), or -1
  std::int32_t distance = 0;  ///< between the ends, at most max_distance
};

/// The types of the pairs of a graph, and the numbers that describe each.
struct OrbitalDescriptors {
  std::int64_t num_nodes = 0;
  std::vector<PairType> types;
  /// Of all pairs: the type of the unordered pair v <= u is type_of[u * (u + 1) / 2 + v].
  /// Of the pairs within a reach: the pairs v <= u of node u are partners[row_offsets[u]] up to
  /// partners[row_offsets[u + 1]], ascending, so that the last is u itself; their types are at the
  /// same places of type_of.
  std::vector<std::int32_t> type_of;
  std::vector<std::int64_t> row_offsets;  ///< empty: all pairs are described
  std::vector<std::int32_t> partners;     ///< likewise
  std::vector<double> values;             ///< types x columns, row-major

  /// The type of a pair; -1 if it is not described.
  [[nodiscard]] std::int32_t operator()(std::int64_t u, std::int64_t v) const {
    const std::int64_t place = place_of(u, v);
    return place < 0 ? -1 : type_of[place];
  }

  /// Where type_of has a pair; -1 if it is not described.
  [[nodiscard]] std::int64_t place_of(std::int64_t u, std::int64_t v) const;
};

/// The largest graph all of whose pairs are described: there are up to n^2 / 2 types of 168 bytes
/// each.
inline constexpr std::int64_t max_descriptor_nodes = 4'000;
/// The most ordered pairs of one graph: those of the largest graph that is described in full.
inline constexpr std::int64_t max_described_pairs = max_descriptor_nodes * max_descriptor_nodes;

/// The largest reach below options.max_distance, but at least 1, within which the graphs together
/// have at most `limit` ordered pairs (u, v), u = v included; 0 if even their edges are too many.
/// The same for relabelled graphs. Takes about O(limit) for graphs of bounded degree.
[[nodiscard]] std::int64_t largest_reach(std::span<const Graph* const> graphs, std::int64_t limit,
                                         const DescriptorOptions& options = {});

/// The reach with which a graph is described: options.reach where it is given; else 0, which is
/// all pairs, for up to max_descriptor_nodes nodes, and above them the largest_reach() for
/// max_described_pairs. Throws Error where even the edges are too many.
[[nodiscard]] std::int64_t chosen_reach(const Graph& graph, const DescriptorOptions& options);

/// Describes the orbitals of the group that `generators` generate; they must be automorphisms.
///
/// Edges of one orbital with different keys get types of their own that differ in `edge` and
/// `pairs` alone. `edge_keys` has one key for each of graph.edges(), or none at all: all are equal.
///
/// With options.reach the walks of a pair are those that stay within this distance of their start,
/// the mean of both directions; all else is as without.
///
/// Walks and distances are computed from one node of each orbit: O(orbits * powers * edges), plus
/// O(n^2) for the types. With options.reach memory is proportional to the pairs within it.
/// Deterministic. Throws Error if there are too many pairs, there are not as many keys as edges, or
/// an option is not positive.
[[nodiscard]] OrbitalDescriptors describe_orbitals(const Graph& graph,
                                                   std::span<const SparsePermutation> generators,
                                                   std::span<const std::int32_t> edge_keys = {},
                                                   const DescriptorOptions& options = {});

/// Likewise for the symmetry of `graph`, with colours or without, as it was computed.
[[nodiscard]] OrbitalDescriptors describe_orbitals(const Graph& graph, const Symmetry& symmetry,
                                                   std::span<const std::int32_t> edge_keys = {},
                                                   const DescriptorOptions& options = {});

}  // namespace isotypic
