// Motifs: the parts of a graph that its automorphisms move, and how equal parts are nested.
//
// Aut(G) is a product of groups that move disjoint sets of nodes, the motifs. Inside a motif equal
// parts (twins, equal branches, equal connected components) are exchanged freely, and the parts
// have motifs of their own. What is left in the end are cores, which have no such structure.
// Why this is exact: docs/explanation/large-graphs.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic {

/// How much of a motif is exchange of equal parts.
enum class MotifKind {
  Basic,   ///< one exchange of parts without symmetry: the group is a symmetric group
  Nested,  ///< exchanges inside exchanged parts: iterated wreath products of symmetric groups
  Core,    ///< contains a core
};

/// "basic", "nested" or "core".
[[nodiscard]] const char* to_string(MotifKind kind);

/// One factor of Aut(G). It moves all of its nodes.
struct Motif {
  MotifKind kind = MotifKind::Basic;
  std::int64_t num_nodes = 0;
  std::vector<std::int32_t> orbits;  ///< ascending

  friend bool operator==(const Motif&, const Motif&) = default;
};

/// The nodes of one orbit that lie in one part. Cells form a tree: a cell that is split has
/// `num_parts` children of equal size, one in each of the parts that are exchanged.
struct MotifCell {
  std::int32_t begin = 0;  ///< its nodes are order[begin] .. order[begin + size - 1]
  std::int32_t size = 0;
  std::int32_t num_parts = 0;    ///< 0: not split; its nodes, if several, lie in a core
  std::int32_t first_child = 0;  ///< index of a cell; children of size 1 are not stored
  std::int32_t exchange = -1;    ///< the exchange that splits it

  [[nodiscard]] bool is_split() const { return num_parts > 0; }
  [[nodiscard]] std::int32_t child_size() const { return size / num_parts; }
  friend bool operator==(const MotifCell&, const MotifCell&) = default;
};

/// `num_parts` equal parts that are exchanged freely, at `num_places` equal places: once in each of
/// the parts of an outer exchange.
struct Exchange {
  std::int64_t num_parts = 0;
  std::int64_t num_places = 0;
  std::int64_t num_orbits = 0;  ///< orbits of nodes in one part
  std::int32_t motif = 0;
  /// The cells that are split: num_orbits of them for each place. Children with the same number
  /// lie in the same part.
  std::vector<std::int32_t> cells;

  friend bool operator==(const Exchange&, const Exchange&) = default;
};

/// Equal sets of nodes whose symmetry is no exchange of equal parts.
struct CoreKind {
  std::int32_t motif = 0;
  /// The canonical positions of the nodes of every copy, ascending. Copies are equal as graphs
  /// whose nodes are coloured by orbits.
  std::vector<std::vector<std::int32_t>> copies;

  friend bool operator==(const CoreKind&, const CoreKind&) = default;
};

/// The whole structure, in canonical coordinates: equal for all relabelled copies of a graph.
struct Motifs {
  std::int64_t num_nodes = 0;
  std::int64_t num_orbits = 0;
  std::vector<std::int32_t> order;  ///< canonical positions, cell after cell
  std::vector<MotifCell> cells;     ///< orbit o is cell o; children come after their parents
  std::vector<Exchange> exchanges;
  std::vector<CoreKind> cores;
  std::vector<Motif> motifs;  ///< by their first orbit

  friend bool operator==(const Motifs&, const Motifs&) = default;
};

/// Finds the motifs from the canonical form and the orbits alone; the generators are not used.
/// Takes O((n + m) log n), memory O(n + m).
///
/// Throws Error (Runtime) if the orbits are not those of the automorphism group.
[[nodiscard]] Motifs find_motifs(const Symmetry& symmetry);

/// How much of a graph its motifs are.
struct MotifSummary {
  std::int64_t num_basic = 0;
  std::int64_t num_nested = 0;
  std::int64_t num_with_core = 0;
  std::int64_t num_moved_nodes = 0;  ///< nodes in motifs: those that some automorphism moves
  std::int64_t largest_core = 0;     ///< nodes of the largest core

  friend bool operator==(const MotifSummary&, const MotifSummary&) = default;
};

[[nodiscard]] MotifSummary summarise(const Motifs& motifs);

/// Whether the group of this structure has the order that the search found. Every automorphism
/// keeps the structure, so with equal orders the structure is all there is. `core_orders` are the
/// orders of the groups of one copy of each core, in decimal.
///
/// The orders are compared modulo two primes of 61 bits.
[[nodiscard]] bool has_order(const Motifs& motifs, const std::vector<std::string>& core_orders,
                             const std::string& order);

}  // namespace isotypic
