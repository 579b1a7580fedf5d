// Random coloured graphs of the kinds on which canonical labelling is known to go wrong.
#pragma once

#include "isotypic/base/random.hpp"
#include "isotypic/graph/graph.hpp"

namespace isotypic {

/// A graph with 3 to 60 nodes: sparse, a tree, regular, several components (some of them equal),
/// or with many twins; its nodes, its edges or both are coloured, most often so that some symmetry
/// is left.
[[nodiscard]] Graph random_coloured_graph(Random& random);

}  // namespace isotypic
