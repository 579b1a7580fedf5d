#include "isotypic/symmetry/internal/search.hpp"

#include <algorithm>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/symmetry/internal/flips.hpp"
#include "isotypic/symmetry/internal/group_order.hpp"
#include "isotypic/symmetry/internal/parts.hpp"
#include "isotypic/symmetry/internal/race.hpp"
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

struct Plan {
  SymmetryEngine engine;
  SearchGoal goal;
};

SearchResult search(const Plan& plan, const SearchProblem& problem, const WorkLimits& limits);

/// A connected graph without twins.
SearchResult search_reduced(const Plan& plan, const SearchProblem& problem,
                            const WorkLimits& limits) {
  const std::int64_t n = problem.graph->num_nodes();
  if (plan.goal == SearchGoal::Group && n > max_tiny_nodes) {
    FlipReduction flipped = flip_dense_pairs(problem);
    if (!flipped.any) return race_for_group(problem, limits);
    flipped.problem.graph = &flipped.graph;
    limits.check(search_name);
    return search(plan, flipped.problem, limits);
  }
  SearchResult found = run_nauty(plan.engine, problem, limits, plan.goal);
  found.order_factors = order_factors(problem, found, limits);
  return found;
}

SearchResult search(const Plan& plan, const SearchProblem& problem, const WorkLimits& limits) {
  if (plan.engine == SymmetryEngine::DenseNauty) return run_nauty(plan.engine, problem, limits);
  if (problem.graph->num_nodes() == 1) return {.generators = {}, .canonical_order = {0}};
  limits.check(search_name);
  TwinReduction reduction = collapse_twins(problem);
  if (!reduction.members.empty()) {
    reduction.problem.graph = &reduction.quotient;
    const SearchResult found = search(plan, reduction.problem, limits);
    limits.check(search_name);
    return expand_twins(reduction, found);
  }
  std::vector<Part> parts = split_into_parts(problem);
  if (parts.empty()) return search_reduced(plan, problem, limits);
  // Parts that others may be isomorphic to are compared by their canonical forms.
  const std::vector<char> alone = plan.goal == SearchGoal::Group
                                      ? parts_without_likeness(parts)
                                      : std::vector<char>(parts.size(), 0);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const SearchGoal goal = alone[i] != 0 ? SearchGoal::Group : SearchGoal::CanonicalForm;
    parts[i].found = search({plan.engine, goal}, parts[i].problem(), limits);
  }
  limits.check(search_name);
  return join_parts(std::move(parts));
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
                        const WorkLimits& limits, SearchGoal goal) {
  SearchResult found = search({engine, goal}, problem, limits);
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
