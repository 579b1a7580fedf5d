// Twins: nodes with the same neighbours, collapsed before a search and expanded after it.
// Private to symmetry/.
#pragma once

#include <cstdint>
#include <vector>

#include "isotypic/symmetry/internal/search.hpp"

namespace isotypic {

/// Two nodes of one colour are twins when they have the same neighbours, each other aside. Twins
/// can be swapped freely, so a class of k twins contributes a factor k! to the group. Searches
/// are slow on them (seconds on K_1000), and they are easily taken out: keep one node of each
/// class, and let its colour tell the size and kind of the class.
struct TwinReduction {
  Graph quotient;
  std::vector<std::vector<std::int32_t>> members;  ///< the class of each quotient node
  SearchProblem problem;                           ///< on `quotient`; moves with this object
};

/// Collapses the twins; `members` is empty when there are none.
[[nodiscard]] TwinReduction collapse_twins(const SearchProblem& problem);

/// A search result of the quotient as one of the original graph.
[[nodiscard]] SearchResult expand_twins(const TwinReduction& reduction, const SearchResult& found);

}  // namespace isotypic
