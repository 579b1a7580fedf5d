#include "isotypic/symmetry/internal/search.hpp"

#include <algorithm>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/symmetry/internal/group_order.hpp"
#include "isotypic/symmetry/internal/parts.hpp"
#include "isotypic/symmetry/internal/twins.hpp"

namespace isotypic {
namespace {

/// Checks that generators are automorphisms; keeps its arrays from one to the next.
class Certifier {
 public:
  explicit Certifier(const SearchProblem& problem)
      : graph_(*problem.graph),
        cell_of_(cell_indices(problem)),
        dense_(identity_permutation(graph_.num_nodes())),
        mark_(graph_.num_nodes(), 0) {}

  [[nodiscard]] bool is_automorphism(const SparsePermutation& g) {
    if (!is_bijection(g)) return false;
    for (std::size_t i = 0; i < g.points.size(); ++i) dense_[g.points[i]] = g.images[i];
    bool keeps = true;
    for (std::size_t i = 0; keeps && i < g.points.size(); ++i) {
      keeps = keeps_node(g.points[i], g.images[i]);
    }
    for (const std::int32_t point : g.points) dense_[point] = point;
    return keeps;
  }

 private:
  [[nodiscard]] bool is_bijection(const SparsePermutation& g) {
    ++stamp_;
    for (const std::int32_t point : g.points) mark_[point] = stamp_;
    ++stamp_;
    return std::all_of(g.images.begin(), g.images.end(), [&](std::int32_t image) {
      return std::exchange(mark_[image], stamp_) == stamp_ - 1;
    });
  }

  /// Whether v and its image agree in colour, and the neighbours of v go to those of its image.
  [[nodiscard]] bool keeps_node(std::int32_t v, std::int32_t image) {
    if (cell_of_[v] != cell_of_[image] || graph_.degree(v) != graph_.degree(image)) return false;
    ++stamp_;
    for (const std::int32_t w : graph_.neighbours(image)) mark_[w] = stamp_;
    const auto row = graph_.neighbours(v);
    return std::all_of(row.begin(), row.end(),
                       [&](std::int32_t w) { return mark_[dense_[w]] == stamp_; });
  }

  const Graph& graph_;
  std::vector<std::int32_t> cell_of_;
  Permutation dense_;
  std::vector<std::int64_t> mark_;
  std::int64_t stamp_ = 0;
};

SearchResult search(SymmetryEngine engine, const SearchProblem& problem, const WorkLimits& limits) {
  if (engine == SymmetryEngine::DenseNauty) return run_nauty(engine, problem, limits);
  limits.check(search_name);
  TwinReduction reduction = collapse_twins(problem);
  if (!reduction.members.empty()) {
    reduction.problem.graph = &reduction.quotient;
    const SearchResult found = search(engine, reduction.problem, limits);
    limits.check(search_name);
    return expand_twins(reduction, found);
  }
  std::vector<Part> parts = split_into_parts(problem);
  if (!parts.empty()) {
    for (Part& part : parts) part.found = search(engine, part.problem(), limits);
    limits.check(search_name);
    return join_parts(std::move(parts));
  }
  SearchResult found = run_nauty(engine, problem, limits);
  found.order_factors = order_factors(problem, found, limits);
  return found;
}

}  // namespace

std::vector<std::int32_t> cell_indices(const SearchProblem& problem) {
  std::vector<std::int32_t> cell_of(problem.graph->num_nodes(), 0);
  std::int32_t cell = 0;
  for (std::size_t i = 0; i < problem.cells.size(); ++i) {
    cell_of[problem.cells[i]] = cell;
    cell += problem.cell_ends[i];
  }
  return cell_of;
}

SearchResult run_search(SymmetryEngine engine, const SearchProblem& problem,
                        const WorkLimits& limits) {
  SearchResult found = search(engine, problem, limits);
  Certifier certifier(problem);
  for (const SparsePermutation& g : found.generators) {
    limits.check(search_name);
    if (certifier.is_automorphism(g)) continue;
    fail_as(ErrorKind::Runtime, "compute_symmetry",
            "the search returned a generator that is not an automorphism: ", cycle_notation(g));
  }
  return found;
}

}  // namespace isotypic
