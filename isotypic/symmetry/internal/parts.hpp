// Connected components, searched one by one. Private to symmetry/.
#pragma once

#include <cstdint>
#include <vector>

#include "isotypic/symmetry/internal/search.hpp"

namespace isotypic {

/// One connected component as a problem of its own.
struct Part {
  std::vector<std::int32_t> nodes;  ///< node i of the part in the whole graph
  std::vector<std::int32_t> cell;   ///< the whole problem's colour class of node i
  Graph graph;
  SearchResult found;  ///< to be filled in by the caller

  [[nodiscard]] SearchProblem problem() const;
};

/// The connected components; empty when the graph is connected.
[[nodiscard]] std::vector<Part> split_into_parts(const SearchProblem& problem);

/// Marks with 1 the parts that cannot be isomorphic to any other, judged by colour refinement.
[[nodiscard]] std::vector<char> parts_without_likeness(const std::vector<Part>& parts);

/// The findings of all parts as one of the whole graph.
///
/// Parts are put in the order of their canonical forms. k isomorphic parts contribute k! to the
/// order of the group, and swaps of neighbours in that order to its generators. Searching the
/// whole graph instead takes exponential time on unions of hard graphs. A part that is isomorphic
/// to no other may come with any order of its nodes in place of the canonical one.
[[nodiscard]] SearchResult join_parts(std::vector<Part> parts);

}  // namespace isotypic
