#include "isotypic/symmetry/invariants.hpp"

#include <algorithm>

#include "isotypic/graph/connected_components.hpp"
#include "isotypic/graph/distances.hpp"
#include "isotypic/symmetry/arc_orbits.hpp"
#include "isotypic/symmetry/refinement.hpp"
#include "isotypic/symmetry/weisfeiler_leman.hpp"

namespace isotypic {
namespace {

/// 2-WL costs up to this many steps a round before it is left out.
constexpr std::int64_t wl2_work_limit = 5'000'000;
/// Searching from every orbit costs up to this many steps before it is left out.
constexpr std::int64_t search_work_limit = 100'000'000;
/// Orbits of arcs take 24 bytes for each edge.
constexpr std::int64_t most_orbit_edges = 10'000'000;

void fill_degrees(Invariants& result, const Graph& graph) {
  const std::int64_t n = graph.num_nodes();
  if (n == 0) return;
  result.min_degree = graph.degree(0);
  for (std::int64_t v = 0; v < n; ++v) {
    result.min_degree = std::min(result.min_degree, graph.degree(v));
    result.max_degree = std::max(result.max_degree, graph.degree(v));
  }
  result.mean_degree = 2.0 * static_cast<double>(graph.num_edges()) / static_cast<double>(n);
}

/// The first node of every orbit.
std::vector<std::int32_t> orbit_representatives(const Symmetry& symmetry) {
  std::vector<std::int32_t> first(symmetry.num_orbits, -1);
  for (std::int32_t v = 0; v < symmetry.num_nodes; ++v) {
    std::int32_t& representative = first[symmetry.orbit_of[v]];
    if (representative < 0) representative = v;
  }
  return first;
}

void fill_distances(Invariants& result, const Graph& graph,
                    const std::vector<std::int32_t>& representatives) {
  const std::int64_t steps = graph.num_nodes() + 2 * graph.num_edges();
  if (steps == 0 || std::ssize(representatives) > search_work_limit / steps) return;
  const DistanceSummary summary = summarise_distances(graph, representatives);
  result.girth = summary.girth;
  result.diameter = summary.diameter;
}

/// Every triangle of the graph is seen from its three corners.
void fill_triangles(Invariants& result, const Graph& graph, const Symmetry& symmetry,
                    const std::vector<std::int32_t>& representatives) {
  std::int64_t steps = graph.num_nodes() * std::ssize(representatives);
  for (const std::int32_t node : representatives) {
    for (const std::int32_t v : graph.neighbours(node)) steps += graph.degree(v);
    if (steps > search_work_limit) return;
  }
  std::vector<std::int64_t> orbit_size(symmetry.num_orbits, 0);
  for (const std::int32_t orbit : symmetry.orbit_of) ++orbit_size[orbit];
  std::int64_t corners = 0;
  for (const std::int32_t node : representatives) {
    corners += orbit_size[symmetry.orbit_of[node]] * triangles_at(graph, node);
  }
  result.num_triangles = corners / 3;
}

void fill_regularity(Invariants& result, const Graph& graph,
                     const std::vector<std::int32_t>& representatives) {
  if (!result.regular()) return;
  result.strongly_regular = strongly_regular(graph, representatives);
  if (!result.strongly_regular) {
    result.intersection_array = distance_regular(graph, representatives);
  } else if (const auto& [n, k, lambda, mu] = *result.strongly_regular; mu > 0) {
    result.intersection_array = {.outward = {k, k - 1 - lambda}, .inward = {1, mu}};
  }
}

void fill_pairs(Invariants& result, const Symmetry& symmetry, const Orbitals& orbitals) {
  result.num_orbitals = orbitals.count;
  if (orbitals.count * symmetry.num_nodes > wl2_work_limit) return;
  result.wl2_finds_orbitals =
      coherent_partition(symmetry.canonical, orbitals).count == orbitals.count;
}

std::optional<bool> at_most_one(std::optional<std::int64_t> count) {
  if (!count) return std::nullopt;
  return *count <= 1;
}

template <typename Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace

std::optional<bool> Invariants::edge_transitive() const { return at_most_one(num_edge_orbits); }
std::optional<bool> Invariants::arc_transitive() const { return at_most_one(num_arc_orbits); }

Invariants compute_invariants(const Graph& graph, const Symmetry& symmetry,
                              const std::optional<Orbitals>& canonical_orbitals) {
  Invariants result;
  result.num_nodes = graph.num_nodes();
  result.num_edges = graph.num_edges();
  fill_degrees(result, graph);
  result.num_components = connected_components(graph).count;
  result.bipartite = is_bipartite(graph);
  const std::vector<std::int32_t> representatives = orbit_representatives(symmetry);
  fill_triangles(result, graph, symmetry, representatives);
  fill_distances(result, graph, representatives);
  fill_regularity(result, graph, representatives);
  result.aut_order = symmetry.order;
  result.num_orbits = symmetry.num_orbits;
  if (graph.num_edges() <= most_orbit_edges) {
    const ArcOrbits arcs = count_arc_orbits(graph, symmetry.generators);
    result.num_edge_orbits = arcs.num_edge_orbits;
    result.num_arc_orbits = arcs.num_arc_orbits;
  }
  // The canonical form has just the colours that were asked to count.
  const Graph& canonical = symmetry.canonical;
  result.wl1_finds_orbits =
      EquitablePartition(canonical, canonical.node_colours()).num_cells() == symmetry.num_orbits;
  if (canonical_orbitals) fill_pairs(result, symmetry, *canonical_orbitals);
  return result;
}

Invariants compute_invariants(const Graph& graph, const SymmetryOptions& options,
                              std::int64_t dense_limit) {
  SymmetryOptions group_only = options;
  group_only.canonical_form = false;  // invariants are numbers: they look the same in any labels
  const Symmetry symmetry = compute_symmetry(graph, group_only);
  std::optional<Orbitals> orbitals;
  if (graph.num_nodes() <= dense_limit) orbitals = canonical_orbitals(symmetry);
  return compute_invariants(graph, symmetry, orbitals);
}

namespace {

using Kind = InvariantKind;
using I = const Invariants&;

std::vector<InvariantField> shape_fields() {
  return {
      {"n", Kind::Integer, "nodes", [](I it) { return it.num_nodes; }},
      {"m", Kind::Integer, "edges", [](I it) { return it.num_edges; }},
      {"min_degree", Kind::Integer, "smallest degree", [](I it) { return it.min_degree; }},
      {"max_degree", Kind::Integer, "largest degree", [](I it) { return it.max_degree; }},
      {"mean_degree", Kind::Real, "mean degree", [](I it) { return it.mean_degree; }},
      {"num_components", Kind::Integer, "connected components",
       [](I it) { return it.num_components; }},
      {"bipartite", Kind::Truth, "whether there is no odd cycle",
       [](I it) { return it.bipartite; }},
      {"num_triangles", Kind::Integer, "triangles", [](I it) { return or_null(it.num_triangles); }},
      {"girth", Kind::Integer, "length of a shortest cycle; unset for a forest",
       [](I it) { return or_null(it.girth); }},
      {"diameter", Kind::Integer, "largest distance; unset for a disconnected graph",
       [](I it) { return or_null(it.diameter); }},
  };
}

std::vector<InvariantField> orbit_fields() {
  return {
      {"aut_order", Kind::BigInteger, "order of the automorphism group",
       [](I it) { return it.aut_order; }},
      {"num_orbits", Kind::Integer, "orbits of nodes", [](I it) { return it.num_orbits; }},
      {"num_edge_orbits", Kind::Integer, "orbits of edges",
       [](I it) { return or_null(it.num_edge_orbits); }},
      {"num_arc_orbits", Kind::Integer, "orbits of edges with a direction",
       [](I it) { return or_null(it.num_arc_orbits); }},
      {"num_orbitals", Kind::Integer, "orbits of ordered pairs of nodes",
       [](I it) { return or_null(it.num_orbitals); }},
      {"vertex_transitive", Kind::Truth, "whether all nodes are in one orbit",
       [](I it) { return it.vertex_transitive(); }},
      {"edge_transitive", Kind::Truth, "whether all edges are in one orbit",
       [](I it) { return or_null(it.edge_transitive()); }},
      {"arc_transitive", Kind::Truth, "whether all edges with a direction are in one orbit",
       [](I it) { return or_null(it.arc_transitive()); }},
  };
}

std::vector<InvariantField> regularity_fields() {
  const auto srg = [](std::int64_t StronglyRegular::*member) {
    return [member](I it) -> Json {
      return it.strongly_regular ? Json((*it.strongly_regular).*member) : Json(nullptr);
    };
  };
  return {
      {"strongly_regular", Kind::Truth, "whether it is strongly regular",
       [](I it) { return it.strongly_regular.has_value(); }},
      {"srg_lambda", Kind::Integer, "strongly regular: common neighbours of adjacent nodes",
       srg(&StronglyRegular::lambda)},
      {"srg_mu", Kind::Integer, "strongly regular: common neighbours of other nodes",
       srg(&StronglyRegular::mu)},
      {"distance_regular", Kind::Truth, "whether it is distance-regular",
       [](I it) { return it.intersection_array.has_value(); }},
      {"intersection_array", Kind::Text, "distance-regular: the intersection array",
       [](I it) -> Json {
         return it.intersection_array ? Json(to_string(*it.intersection_array)) : Json(nullptr);
       }},
      {"wl1_finds_orbits", Kind::Truth, "whether colour refinement of nodes finds the orbits",
       [](I it) { return it.wl1_finds_orbits; }},
      {"wl2_finds_orbitals", Kind::Truth, "whether refinement of pairs finds the orbitals",
       [](I it) { return or_null(it.wl2_finds_orbitals); }},
  };
}

}  // namespace

const std::vector<InvariantField>& invariant_fields() {
  static const std::vector<InvariantField> fields = [] {
    std::vector<InvariantField> all = shape_fields();
    for (const auto& part : {orbit_fields(), regularity_fields()}) {
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }();
  return fields;
}

Json to_json(const Invariants& invariants) {
  Json json = Json::object();
  for (const InvariantField& field : invariant_fields()) json[field.name] = field.get(invariants);
  return json;
}

}  // namespace isotypic
