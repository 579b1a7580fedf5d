// Edges between cells of colour refinement, replaced by non-edges where there are many. Private to
// symmetry/.
#pragma once

#include "isotypic/symmetry/internal/search.hpp"

namespace isotypic {

/// Automorphisms keep the cells of colour refinement. So they are the same when, for some pairs of
/// cells, exactly the pairs of nodes that are not joined are joined instead, as long as the cells
/// count as colours. Where more than half of the pairs were edges, this leaves fewer edges, and
/// often components: of the complement of a union, or of a union with a node joined to all.
struct FlipReduction {
  bool any = false;  ///< whether some pair of cells was changed
  Graph graph;
  SearchProblem problem;  ///< on `graph`, coloured by the cells; moves with this object
};

/// The group is that of the problem; canonical forms are not.
[[nodiscard]] FlipReduction flip_dense_pairs(const SearchProblem& problem);

}  // namespace isotypic
