// Symmetry: the automorphism group of a graph and its canonical form, exactly.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "isotypic/graph/graph.hpp"
#include "isotypic/graph/permutation.hpp"

namespace isotypic {

/// The algorithm that found a canonical labelling. Labellings of different engines differ, so
/// the engine is part of every cache key. It is chosen by the number of nodes alone.
enum class SymmetryEngine { DenseNauty, Traces };

/// 128 bits that identify a canonical form (XXH3 of its bytes).
struct Hash128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend bool operator==(const Hash128&, const Hash128&) = default;
  friend auto operator<=>(const Hash128&, const Hash128&) = default;
};

/// 32 hexadecimal digits.
[[nodiscard]] std::string to_string(const Hash128& hash);

struct SymmetryOptions {
  bool node_colours = false;  ///< automorphisms must keep node colours
  bool edge_colours = false;  ///< automorphisms must keep edge colours
  /// Whether the canonical form is wanted. Without it, the group of a large graph may be found in a
  /// fraction of the time, because several engines take turns: Symmetry::is_canonical says which.
  bool canonical_form = true;
  /// Give up with an Error of kind Cancelled after this time; none means never.
  std::optional<std::chrono::milliseconds> time_limit;
  /// Give up with an Error of kind Cancelled soon after a stop is requested.
  std::stop_token stop;
  /// Search with this engine instead of the one that the size chooses: to check that a result does
  /// not depend on it. Canonical forms of different engines differ and must not be compared.
  std::optional<SymmetryEngine> engine;
};

/// The symmetry of one graph. Node indices are those of the graph it was computed from.
struct Symmetry {
  std::int64_t num_nodes = 0;
  SymmetryEngine engine = SymmetryEngine::DenseNauty;
  /// Generators of Aut(G); each has been checked to be an automorphism.
  std::vector<SparsePermutation> generators;
  std::string order = "1";  ///< |Aut(G)|, exact, in decimal
  /// Whether the next fields are as they are described. Otherwise, which happens only on request,
  /// the graph's own order of nodes stands for the canonical one, and `hash` is 0: the group,
  /// orbits and orbitals are right, but their numbers differ between relabelled copies.
  bool is_canonical = true;
  /// Orbit of each node. Orbits are numbered by first appearance in canonical order, so
  /// relabelled copies give the same number to corresponding orbits.
  std::vector<std::int32_t> orbit_of;
  std::int64_t num_orbits = 0;
  /// Node v stands at position[v] in the canonical form.
  Permutation position;
  /// The canonical form: equal for two graphs exactly when they are isomorphic (with the
  /// colours that the options asked to respect; the others are left out).
  Graph canonical;
  Hash128 hash;  ///< of `canonical`
};

/// Computes all of the above.
///
/// Thread-safe. Deterministic. Throws Error (Cancelled) at the time limit or on request.
[[nodiscard]] Symmetry compute_symmetry(const Graph& graph, const SymmetryOptions& options = {});

/// The engine that compute_symmetry uses for a graph of this many nodes, whatever its edges and
/// colours, unless the options name one.
[[nodiscard]] SymmetryEngine choose_engine(std::int64_t num_nodes);

/// "nauty-2.8.6/dense" or "nauty-2.8.6/traces": names what the canonical labelling depends on.
[[nodiscard]] std::string engine_name(SymmetryEngine engine);

/// The 128-bit hash of a graph as it stands (labels matter; Symmetry hashes the canonical form).
[[nodiscard]] Hash128 hash_graph(const Graph& graph);

/// The orbits as lists of nodes, ascending within and by orbit number.
[[nodiscard]] std::vector<std::vector<std::int32_t>> orbit_lists(const Symmetry& symmetry);

/// An isomorphism: node v of a goes to node map[v] of b. None if the graphs are not isomorphic
/// (with the colours the options ask to respect).
[[nodiscard]] std::optional<Permutation> find_isomorphism(const Graph& a, const Graph& b,
                                                          const SymmetryOptions& options = {});

/// Whether two graphs are isomorphic (with the colours the options ask to respect).
[[nodiscard]] bool are_isomorphic(const Graph& a, const Graph& b,
                                  const SymmetryOptions& options = {});

}  // namespace isotypic
