#include "isotypic/symmetry/internal/twins.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "isotypic/base/random.hpp"

namespace isotypic {
namespace {

enum class TwinKind : std::int32_t { Single, Apart, Adjacent };

/// Whether u and v have the same neighbours, apart from each other.
bool are_twins(const Graph& graph, std::int32_t u, std::int32_t v) {
  const auto a = graph.neighbours(u);
  const auto b = graph.neighbours(v);
  if (a.size() != b.size()) return false;
  auto i = a.begin();
  auto j = b.begin();
  while (true) {
    if (i != a.end() && *i == v) ++i;
    if (j != b.end() && *j == u) ++j;
    if (i == a.end() || j == b.end()) return i == a.end() && j == b.end();
    if (*i++ != *j++) return false;
  }
}

/// Groups twins. Equal sums of random words over the neighbours make candidates; comparing the
/// neighbours decides.
class TwinFinder {
 public:
  TwinFinder(const Graph& graph, const std::vector<std::int32_t>& cell_of)
      : graph_(graph), cell_of_(cell_of), leader_(identity_permutation(graph.num_nodes())) {}

  /// The least twin of each node.
  std::vector<std::int32_t> find() {
    const std::int64_t n = graph_.num_nodes();
    std::vector<std::uint64_t> word(n);
    for (std::int64_t v = 0; v < n; ++v) word[v] = random_bits(0, 0, v);
    std::vector<Candidate> apart(n);
    std::vector<Candidate> adjacent(n);
    for (std::int32_t v = 0; v < n; ++v) {
      std::uint64_t sum = random_bits(0, 1, cell_of_[v]);
      for (const std::int32_t w : graph_.neighbours(v)) sum += word[w];
      apart[v] = {sum, v};
      adjacent[v] = {sum + word[v], v};
    }
    unite_equal(apart);
    unite_equal(adjacent);
    return leader_;
  }

 private:
  using Candidate = std::pair<std::uint64_t, std::int32_t>;

  void unite_equal(std::vector<Candidate>& candidates) {
    std::sort(candidates.begin(), candidates.end());
    for (std::size_t i = 1; i < candidates.size(); ++i) {
      const auto& [sum_before, before] = candidates[i - 1];
      const auto& [sum, v] = candidates[i];
      if (sum_before != sum || cell_of_[before] != cell_of_[v]) continue;
      if (are_twins(graph_, leader_[before], v)) leader_[v] = leader_[before];
    }
  }

  const Graph& graph_;
  const std::vector<std::int32_t>& cell_of_;
  std::vector<std::int32_t> leader_;
};

Graph induced_on_leaders(const Graph& graph, const std::vector<std::int32_t>& leader,
                         const std::vector<std::int32_t>& index_of, std::int64_t num_classes) {
  std::vector<Edge> edges;
  for (std::int32_t u = 0; u < graph.num_nodes(); ++u) {
    if (leader[u] != u) continue;
    for (const std::int32_t v : graph.neighbours(u)) {
      if (u < v && leader[v] == v) edges.push_back({index_of[u], index_of[v]});
    }
  }
  return make_graph(num_classes, edges);
}

void append_cycle(SearchResult& result, const std::vector<std::int32_t>& cycle,
                  std::size_t length) {
  SparsePermutation g;
  for (std::size_t i = 0; i < length; ++i) {
    g.points.push_back(cycle[i]);  // members are listed ascending
    g.images.push_back(cycle[(i + 1) % length]);
  }
  result.generators.push_back(std::move(g));
}

SparsePermutation expand(const TwinReduction& reduction, const SparsePermutation& g) {
  std::vector<Move> moves;
  for (std::size_t i = 0; i < g.points.size(); ++i) {
    const auto& from = reduction.members[g.points[i]];
    const auto& to = reduction.members[g.images[i]];
    for (std::size_t k = 0; k < from.size(); ++k) moves.emplace_back(from[k], to[k]);
  }
  return from_moves(std::move(moves));
}

}  // namespace

TwinReduction collapse_twins(const SearchProblem& problem) {
  const Graph& graph = *problem.graph;
  const std::vector<std::int32_t> cell_of = cell_indices(problem);
  const std::vector<std::int32_t> leader = TwinFinder(graph, cell_of).find();
  TwinReduction reduction;
  std::vector<std::int32_t> index_of(graph.num_nodes(), -1);
  for (std::int32_t v = 0; v < graph.num_nodes(); ++v) {
    if (leader[v] == v) {
      index_of[v] = static_cast<std::int32_t>(reduction.members.size());
      reduction.members.emplace_back();
    }
    reduction.members[index_of[leader[v]]].push_back(v);
  }
  const auto num_classes = static_cast<std::int64_t>(reduction.members.size());
  if (num_classes == graph.num_nodes()) {
    reduction.members.clear();
    return reduction;
  }
  reduction.quotient = induced_on_leaders(graph, leader, index_of, num_classes);
  const auto colour = [&](std::int32_t c) {
    const auto& members = reduction.members[c];
    TwinKind kind = TwinKind::Single;
    if (members.size() > 1) {
      kind = graph.has_edge(members[0], members[1]) ? TwinKind::Adjacent : TwinKind::Apart;
    }
    return std::tuple(cell_of[members[0]], kind, members.size());
  };
  reduction.problem.cells = identity_permutation(num_classes);
  auto& cells = reduction.problem.cells;
  std::stable_sort(cells.begin(), cells.end(), [&](int a, int b) { return colour(a) < colour(b); });
  for (std::int64_t i = 0; i < num_classes; ++i) {
    const bool last = i + 1 == num_classes || colour(cells[i]) != colour(cells[i + 1]);
    reduction.problem.cell_ends.push_back(last ? 1 : 0);
  }
  return reduction;
}

SearchResult expand_twins(const TwinReduction& reduction, const SearchResult& found) {
  SearchResult result;
  result.order_factors = found.order_factors;
  for (const SparsePermutation& g : found.generators) {
    result.generators.push_back(expand(reduction, g));
  }
  for (const auto& members : reduction.members) {
    if (members.size() > 1) append_cycle(result, members, 2);
    if (members.size() > 2) append_cycle(result, members, members.size());
    for (std::size_t k = 2; k <= members.size(); ++k) {
      result.order_factors.push_back(static_cast<std::int64_t>(k));
    }
  }
  for (const int c : found.canonical_order) {
    const auto& members = reduction.members[c];
    result.canonical_order.insert(result.canonical_order.end(), members.begin(), members.end());
  }
  return result;
}

}  // namespace isotypic
