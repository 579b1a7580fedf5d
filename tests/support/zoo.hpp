// A zoo of graphs for tests: every family at small sizes, random graphs, unions, CFI pairs.
#pragma once

#include <string>
#include <vector>

#include "isotypic/graph/graph.hpp"

namespace isotypic::zoo {

struct NamedGraph {
  std::string name;
  Graph graph;
};

/// Every family of the catalogue, the WL-hard suites, unions of symmetric graphs, random graphs;
/// up to about 250 nodes each.
[[nodiscard]] const std::vector<NamedGraph>& graphs();

}  // namespace isotypic::zoo
