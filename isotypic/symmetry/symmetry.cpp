#include "isotypic/symmetry/symmetry.hpp"

#include <xxhash.h>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/union_find.hpp"
#include "isotypic/symmetry/internal/group_order.hpp"
#include "isotypic/symmetry/internal/search.hpp"

namespace isotypic {
namespace {

/// Nodes grouped by ascending colour.
void set_cells(SearchProblem& problem, std::span<const std::int32_t> colours) {
  problem.cells.resize(colours.size());
  std::iota(problem.cells.begin(), problem.cells.end(), 0);
  std::stable_sort(problem.cells.begin(), problem.cells.end(),
                   [&](int a, int b) { return colours[a] < colours[b]; });
  problem.cell_ends.assign(colours.size(), 0);
  for (std::size_t i = 0; i < colours.size(); ++i) {
    const bool last = i + 1 == colours.size();
    if (last || colours[problem.cells[i]] != colours[problem.cells[i + 1]]) {
      problem.cell_ends[i] = 1;
    }
  }
}

/// Edge colours as layers (nauty's manual, "graphs with coloured edges"): node v becomes a path
/// of copies (v, 0), (v, 1), ...; layer b joins the edges whose colour number has bit b set.
/// Its automorphisms restricted to layer 0 are those of the coloured graph.
Graph layered_graph(const Graph& graph, std::span<const std::int32_t> node_colours) {
  const std::vector<Edge> edges = graph.edges();
  const std::vector<std::int32_t> colours = graph.edge_colours();
  std::vector<std::int32_t> values = colours;
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  const auto n = static_cast<std::int32_t>(graph.num_nodes());
  std::int32_t layers = 1;
  while ((std::size_t{1} << layers) <= values.size()) ++layers;
  std::vector<Edge> layered;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto rank = std::lower_bound(values.begin(), values.end(), colours[e]) - values.begin();
    const auto number = static_cast<std::uint64_t>(rank) + 1;
    for (std::int32_t b = 0; b < layers; ++b) {
      if ((number >> b & 1) != 0) layered.push_back({edges[e].u + b * n, edges[e].v + b * n});
    }
  }
  Colours layer_colours;
  for (std::int32_t b = 0; b < layers; ++b) {
    for (std::int32_t v = 0; v < n; ++v) {
      if (b > 0) layered.push_back({v + (b - 1) * n, v + b * n});
      layer_colours.nodes.push_back(b * n + (node_colours.empty() ? 0 : node_colours[v]));
    }
  }
  return make_graph(static_cast<std::int64_t>(layers) * n, layered, layer_colours);
}

/// Node colours replaced by their ranks, so that arithmetic on them cannot overflow.
std::vector<std::int32_t> colour_ranks(std::span<const std::int32_t> colours) {
  std::vector<std::int32_t> values(colours.begin(), colours.end());
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::vector<std::int32_t> ranks(colours.size());
  for (std::size_t v = 0; v < colours.size(); ++v) {
    ranks[v] = static_cast<std::int32_t>(
        std::lower_bound(values.begin(), values.end(), colours[v]) - values.begin());
  }
  return ranks;
}

/// The graph with only these colours.
Graph keep_colours(const Graph& graph, bool node_colours, bool edge_colours) {
  Colours colours;
  if (node_colours) colours.nodes.assign(graph.node_colours().begin(), graph.node_colours().end());
  if (edge_colours) colours.edges = graph.edge_colours();
  return make_graph(graph.num_nodes(), graph.edges(), colours);
}

/// Restricts automorphisms of the layered graph to layer 0.
void restrict_to_nodes(SearchResult& found, std::int64_t n) {
  for (SparsePermutation& g : found.generators) {
    const auto below = std::lower_bound(g.points.begin(), g.points.end(), n) - g.points.begin();
    g.points.resize(below);
    g.images.resize(below);
  }
  std::erase_if(found.canonical_order, [n](int v) { return v >= n; });
}

void fill_orbits(Symmetry& symmetry, std::span<const int> canonical_order) {
  UnionFind orbits(symmetry.num_nodes);
  for (const SparsePermutation& g : symmetry.generators) {
    for (std::size_t i = 0; i < g.points.size(); ++i) orbits.unite(g.points[i], g.images[i]);
  }
  std::vector<std::int32_t> number(symmetry.num_nodes, -1);
  symmetry.orbit_of.resize(symmetry.num_nodes);
  for (const int v : canonical_order) {
    std::int32_t& orbit = number[orbits.root(v)];
    if (orbit < 0) orbit = static_cast<std::int32_t>(symmetry.num_orbits++);
    symmetry.orbit_of[v] = orbit;
  }
}

void append(std::vector<std::int64_t>& bytes, std::span<const std::int32_t> values) {
  bytes.push_back(static_cast<std::int64_t>(values.size()));
  bytes.insert(bytes.end(), values.begin(), values.end());
}

}  // namespace

SymmetryEngine choose_engine(std::int64_t num_nodes) {
  constexpr std::int64_t dense_border = 24;
  return num_nodes <= dense_border ? SymmetryEngine::DenseNauty : SymmetryEngine::Traces;
}

std::string to_string(const Hash128& hash) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text(32, '0');
  for (int i = 0; i < 16; ++i) {
    text[15 - i] = digits[hash.high >> (4 * i) & 15];
    text[31 - i] = digits[hash.low >> (4 * i) & 15];
  }
  return text;
}

Hash128 hash_graph(const Graph& graph) {
  std::vector<std::int64_t> words(graph.offsets().begin(), graph.offsets().end());
  append(words, graph.adjacency());
  append(words, graph.node_colours());
  append(words, graph.edge_colours());
  return hash_words(words);
}

Hash128 hash_words(std::span<const std::int64_t> words) {
  const XXH128_hash_t hash = XXH3_128bits(words.data(), words.size() * sizeof(std::int64_t));
  return {hash.high64, hash.low64};
}

Symmetry compute_symmetry(const Graph& graph, const SymmetryOptions& options) {
  return translate_exceptions("compute_symmetry", [&] {
    const WorkLimits limits = limits_from_now(options.time_limit, options.stop);
    const bool node_colours = options.node_colours && graph.has_node_colours();
    const bool edge_colours = options.edge_colours && graph.has_edge_colours();
    const bool as_it_is =
        node_colours == graph.has_node_colours() && edge_colours == graph.has_edge_colours();
    const Graph stripped = as_it_is ? Graph() : keep_colours(graph, node_colours, edge_colours);
    const Graph& kept = as_it_is ? graph : stripped;

    Symmetry symmetry;
    symmetry.num_nodes = graph.num_nodes();
    symmetry.engine = options.engine.value_or(choose_engine(graph.num_nodes()));
    if (graph.num_nodes() == 0) {
      symmetry.hash = hash_graph(symmetry.canonical);
      return symmetry;
    }
    SearchProblem problem{&kept, {}, {}};
    Graph layered;
    if (edge_colours) {
      layered = layered_graph(kept, colour_ranks(kept.node_colours()));
      problem.graph = &layered;
    }
    limits.check(search_name);
    set_cells(problem, problem.graph->node_colours());
    // Dense nauty finds a canonical form in any case.
    symmetry.is_canonical = options.canonical_form || symmetry.engine == SymmetryEngine::DenseNauty;
    SearchResult found =
        run_search(symmetry.engine, problem, limits,
                   symmetry.is_canonical ? SearchGoal::CanonicalForm : SearchGoal::Group);
    if (!symmetry.is_canonical) std::ranges::sort(found.canonical_order);
    symmetry.order = product_in_decimal(found.order_factors, limits);
    if (edge_colours) restrict_to_nodes(found, graph.num_nodes());

    symmetry.generators = std::move(found.generators);
    symmetry.position.resize(graph.num_nodes());
    for (std::size_t i = 0; i < found.canonical_order.size(); ++i) {
      symmetry.position[found.canonical_order[i]] = static_cast<std::int32_t>(i);
    }
    limits.check(search_name);
    fill_orbits(symmetry, found.canonical_order);
    limits.check(search_name);
    symmetry.canonical = relabel(kept, symmetry.position);
    if (symmetry.is_canonical) symmetry.hash = hash_graph(symmetry.canonical);
    return symmetry;
  });
}

std::vector<std::vector<std::int32_t>> orbit_lists(const Symmetry& symmetry) {
  std::vector<std::vector<std::int32_t>> lists(symmetry.num_orbits);
  for (std::int32_t v = 0; v < symmetry.num_nodes; ++v) lists[symmetry.orbit_of[v]].push_back(v);
  return lists;
}

std::optional<Permutation> find_isomorphism(const Graph& a, const Graph& b,
                                            const SymmetryOptions& options) {
  if (a.num_nodes() != b.num_nodes() || a.num_edges() != b.num_edges()) return std::nullopt;
  SymmetryOptions canonical = options;
  canonical.canonical_form = true;
  const Symmetry first = compute_symmetry(a, canonical);
  const Symmetry second = compute_symmetry(b, canonical);
  if (first.canonical != second.canonical) return std::nullopt;
  return compose(first.position, inverse(second.position));
}

bool are_isomorphic(const Graph& a, const Graph& b, const SymmetryOptions& options) {
  return find_isomorphism(a, b, options).has_value();
}

}  // namespace isotypic
