// Invariants: what people ask about a graph and its symmetry, in one struct with one list of names.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "isotypic/base/json.hpp"
#include "isotypic/graph/graph.hpp"
#include "isotypic/graph/regularity.hpp"
#include "isotypic/symmetry/orbitals.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic {

/// Equal for isomorphic graphs. What is left out for the size of the graph is unset, and so is what
/// does not exist: the girth of a forest, the diameter of a disconnected graph.
struct Invariants {
  std::int64_t num_nodes = 0;
  std::int64_t num_edges = 0;
  std::int64_t min_degree = 0;
  std::int64_t max_degree = 0;
  double mean_degree = 0.0;
  std::int64_t num_components = 0;
  bool bipartite = false;
  std::optional<std::int64_t> num_triangles;
  std::optional<std::int64_t> girth;
  std::optional<std::int64_t> diameter;
  std::string aut_order = "1";                  ///< exact, in decimal
  std::int64_t num_orbits = 0;                  ///< of nodes
  std::optional<std::int64_t> num_edge_orbits;  ///< of edges without direction
  std::optional<std::int64_t> num_arc_orbits;   ///< of edges with direction
  std::optional<std::int64_t> num_orbitals;     ///< of ordered pairs of nodes
  std::optional<StronglyRegular> strongly_regular;
  std::optional<IntersectionArray> intersection_array;
  bool wl1_finds_orbits = false;  ///< colour refinement of nodes gives the orbits
  /// The coherent refinement of pairs gives the orbitals.
  std::optional<bool> wl2_finds_orbitals;

  [[nodiscard]] bool regular() const { return min_degree == max_degree; }
  /// Any two nodes (edges, arcs) are the same up to symmetry: there is at most one orbit.
  [[nodiscard]] bool vertex_transitive() const { return num_orbits <= 1; }
  [[nodiscard]] std::optional<bool> edge_transitive() const;
  [[nodiscard]] std::optional<bool> arc_transitive() const;

  friend bool operator==(const Invariants&, const Invariants&) = default;
};

/// `num_orbitals` and `wl2_finds_orbitals` need the canonical orbitals, which take memory n^2:
/// without them both are unset. The second one is also unset where it would take long.
/// Triangles, girth and diameter are unset where they would take long: searching from one node of
/// every orbit must take no more than 10^8 steps.
[[nodiscard]] Invariants compute_invariants(const Graph& graph, const Symmetry& symmetry,
                                            const std::optional<Orbitals>& canonical_orbitals);

/// Larger graphs get no orbitals unless the caller asks: they take memory n^2.
inline constexpr std::int64_t default_dense_limit = 4000;

/// The same for a caller that has only the graph. Throws Error as compute_symmetry does.
[[nodiscard]] Invariants compute_invariants(const Graph& graph, const SymmetryOptions& options = {},
                                            std::int64_t dense_limit = default_dense_limit);

/// How the value of an invariant is to be read.
enum class InvariantKind {
  Integer,     ///< a JSON integer
  BigInteger,  ///< a JSON string of decimal digits, of any length
  Real,        ///< a JSON number
  Truth,       ///< true or false
  Text,        ///< a JSON string
};

/// One invariant by its public name: the key in JSON, the column in CSV.
struct InvariantField {
  std::string name;
  InvariantKind kind = InvariantKind::Integer;
  std::string about;                           ///< one line
  std::function<Json(const Invariants&)> get;  ///< null if it is unset
};

/// All of them, in the order in which they are written.
[[nodiscard]] const std::vector<InvariantField>& invariant_fields();

/// An object with all fields.
[[nodiscard]] Json to_json(const Invariants& invariants);

}  // namespace isotypic
