#include "isotypic/symmetry/internal/parts.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "isotypic/graph/connected_components.hpp"
#include "isotypic/symmetry/refinement.hpp"

namespace isotypic {
namespace {

/// What decides whether two parts are isomorphic: the colours and edges of the canonical form.
struct CanonicalKey {
  std::vector<std::int32_t> cells;
  Graph graph;

  explicit CanonicalKey(const Part& part) {
    Permutation position(part.nodes.size());
    for (std::size_t i = 0; i < position.size(); ++i) {
      const int v = part.found.canonical_order[i];
      position[v] = static_cast<std::int32_t>(i);
      cells.push_back(part.cell[v]);
    }
    graph = relabel(part.graph, position);
  }

  /// Small parts first; beyond that any order will do that depends on the form alone.
  [[nodiscard]] int compare(const CanonicalKey& other) const {
    if (cells.size() != other.cells.size()) return cells.size() < other.cells.size() ? -1 : 1;
    if (cells != other.cells) return cells < other.cells ? -1 : 1;
    const auto less = [](const auto& a, const auto& b) {
      return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    };
    if (less(graph.offsets(), other.graph.offsets())) return -1;
    if (less(other.graph.offsets(), graph.offsets())) return 1;
    if (less(graph.adjacency(), other.graph.adjacency())) return -1;
    return less(other.graph.adjacency(), graph.adjacency()) ? 1 : 0;
  }
};

/// Exchanges two isomorphic parts, canonical position by canonical position.
SparsePermutation swap_parts(const Part& a, const Part& b) {
  std::vector<Move> moves;
  for (std::size_t i = 0; i < a.nodes.size(); ++i) {
    const std::int32_t u = a.nodes[a.found.canonical_order[i]];
    const std::int32_t v = b.nodes[b.found.canonical_order[i]];
    moves.emplace_back(u, v);
    moves.emplace_back(v, u);
  }
  return from_moves(std::move(moves));
}

void append_part(SearchResult& result, const Part& part) {
  for (const SparsePermutation& g : part.found.generators) {
    result.generators.push_back(conjugate(g, part.nodes));
  }
  for (const int v : part.found.canonical_order) result.canonical_order.push_back(part.nodes[v]);
  result.order_factors.insert(result.order_factors.end(), part.found.order_factors.begin(),
                              part.found.order_factors.end());
}

/// Equal for isomorphic parts: the cells of colour refinement with their sizes, colours, degrees.
std::vector<std::int64_t> refined_shape(const Part& part) {
  std::vector<std::int64_t> shape = {static_cast<std::int64_t>(part.nodes.size()),
                                     part.graph.num_edges()};
  const EquitablePartition partition(part.graph, part.cell);
  const auto n = static_cast<std::int32_t>(part.nodes.size());
  for (std::int32_t cell = 0; cell < n;) {
    const std::int32_t v = partition.nodes_of(cell).front();
    const std::int64_t size = partition.cell_size(cell);
    shape.insert(shape.end(), {size, part.cell[v], part.graph.degree(v)});
    cell += static_cast<std::int32_t>(size);
  }
  return shape;
}

}  // namespace

SearchProblem Part::problem() const {
  SearchProblem result{&graph, identity_permutation(graph.num_nodes()), {}};
  std::stable_sort(result.cells.begin(), result.cells.end(),
                   [&](int a, int b) { return cell[a] < cell[b]; });
  for (std::size_t i = 0; i < result.cells.size(); ++i) {
    const bool last =
        i + 1 == result.cells.size() || cell[result.cells[i]] != cell[result.cells[i + 1]];
    result.cell_ends.push_back(last ? 1 : 0);
  }
  return result;
}

std::vector<Part> split_into_parts(const SearchProblem& problem) {
  const Graph& graph = *problem.graph;
  const ConnectedComponents components = connected_components(graph);
  if (components.count <= 1) return {};
  const std::vector<std::int32_t> cell_of = cell_indices(problem);
  std::vector<Part> parts(components.count);
  std::vector<std::int32_t> index_of(graph.num_nodes());
  for (std::int32_t v = 0; v < graph.num_nodes(); ++v) {
    Part& part = parts[components.component_of[v]];
    index_of[v] = static_cast<std::int32_t>(part.nodes.size());
    part.nodes.push_back(v);
    part.cell.push_back(cell_of[v]);
  }
  std::vector<Edge> edges;
  for (Part& part : parts) {
    edges.clear();
    for (const std::int32_t u : part.nodes) {
      for (const std::int32_t v : graph.neighbours(u)) {
        if (u < v) edges.push_back({index_of[u], index_of[v]});
      }
    }
    part.graph = make_graph(static_cast<std::int64_t>(part.nodes.size()), edges);
  }
  return parts;
}

std::vector<char> parts_without_likeness(const std::vector<Part>& parts) {
  std::map<std::vector<std::int64_t>, std::vector<std::size_t>> alike;
  for (std::size_t i = 0; i < parts.size(); ++i) alike[refined_shape(parts[i])].push_back(i);
  std::vector<char> alone(parts.size(), 0);
  for (const auto& [shape, members] : alike) {
    if (members.size() == 1) alone[members.front()] = 1;
  }
  return alone;
}

SearchResult join_parts(std::vector<Part> parts) {
  std::vector<CanonicalKey> keys(parts.begin(), parts.end());
  std::vector<std::int32_t> order = identity_permutation(static_cast<std::int64_t>(parts.size()));
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int32_t a, std::int32_t b) { return keys[a].compare(keys[b]) < 0; });
  SearchResult result;
  std::int64_t equal_so_far = 1;
  for (std::size_t i = 0; i < order.size(); ++i) {
    append_part(result, parts[order[i]]);
    if (i == 0 || keys[order[i - 1]].compare(keys[order[i]]) != 0) {
      equal_so_far = 1;
      continue;
    }
    result.generators.push_back(swap_parts(parts[order[i - 1]], parts[order[i]]));
    result.order_factors.push_back(++equal_so_far);
  }
  return result;
}

}  // namespace isotypic
