// The hash of a canonical form without the rest of the symmetry: to sort many small graphs.
#pragma once

#include "isotypic/graph/graph.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic {

/// Equals `compute_symmetry(graph, options).hash`. For graphs of up to 24 nodes without colours
/// that count it takes little longer than nauty itself.
[[nodiscard]] Hash128 canonical_hash(const Graph& graph, const SymmetryOptions& options = {});

}  // namespace isotypic
