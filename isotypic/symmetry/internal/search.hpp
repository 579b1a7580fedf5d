// The border to nauty: a coloured simple graph in, raw search results out. Private to
// symmetry/; everybody else calls compute_symmetry.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/base/work_limits.hpp"
#include "isotypic/graph/permutation.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic {

/// What a search is run on. `cells` holds the nodes, colour class after colour class; `cell_ends`
/// marks the last node of each class with 1. Both empty: one class.
struct SearchProblem {
  const Graph* graph = nullptr;
  std::vector<int> cells;
  std::vector<char> cell_ends;
};

/// The colour class of each node, numbered in the order of the problem.
[[nodiscard]] std::vector<std::int32_t> cell_indices(const SearchProblem& problem);

struct SearchResult {
  std::vector<SparsePermutation> generators;
  std::vector<int> canonical_order;         ///< node at canonical position i
  std::vector<std::int64_t> order_factors;  ///< |Aut| is their product
  double order_mantissa = 1.0;              ///< Traces: |Aut| is about mantissa * 10^exponent
  std::int64_t order_exponent = 0;
};

/// What errors of a search name.
inline constexpr const char* search_name = "compute_symmetry";

/// What a search has to find. The group alone may take a fraction of the time.
enum class SearchGoal { Group, CanonicalForm };

/// No graph of at most so many nodes is known to take a tenth of a second, and making a process
/// takes longer than most of them.
inline constexpr std::int64_t max_tiny_nodes = 64;

/// One run of nauty or Traces. Dense nauty fills order_factors, Traces mantissa and exponent.
/// Without a canonical form as its goal, Traces fills canonical_order with any order.
/// Throws Error (Cancelled) when a limit is met. A search that has limits and is not tiny runs in
/// a process of its own, so that it can be ended without regard to the searches beside it.
[[nodiscard]] SearchResult run_nauty(SymmetryEngine engine, const SearchProblem& problem,
                                     const WorkLimits& limits,
                                     SearchGoal goal = SearchGoal::CanonicalForm);

/// The most nodes of a graph whose rows are single words.

/// The canonical form that dense nauty gives the graph with this adjacency matrix, which must be
/// symmetric with a zero diagonal: the one that run_nauty gives too.
void canonical_rows(std::span<const std::uint64_t> rows, std::span<std::uint64_t> canonical);

/// The hash of the words that hash_graph makes of a graph.
[[nodiscard]] Hash128 hash_words(std::span<const std::int64_t> words);

/// A whole search: generators certified, order_factors exact whatever the engine. For the group
/// alone, `engine` counts only if it is dense nauty; otherwise several engines take turns.
[[nodiscard]] SearchResult run_search(SymmetryEngine engine, const SearchProblem& problem,
                                      const WorkLimits& limits,
                                      SearchGoal goal = SearchGoal::CanonicalForm);

}  // namespace isotypic
