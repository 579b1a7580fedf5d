#include "isotypic/group/quotient.hpp"

#include <algorithm>
#include <map>

#include "isotypic/base/error.hpp"

namespace isotypic {

QuotientGraph quotient_graph(const Graph& graph, const Symmetry& symmetry) {
  if (graph.num_nodes() != symmetry.num_nodes) {
    fail("quotient_graph", "the graph has ", graph.num_nodes(), " nodes, its symmetry ",
         symmetry.num_nodes);
  }
  QuotientGraph quotient;
  quotient.size.assign(symmetry.num_orbits, 0);
  std::vector<std::int32_t> representative(symmetry.num_orbits, -1);
  for (std::int32_t v = 0; v < graph.num_nodes(); ++v) {
    const std::int32_t orbit = symmetry.orbit_of[v];
    ++quotient.size[orbit];
    representative[orbit] = v;
  }
  std::vector<Edge> edges;
  for (std::int32_t orbit = 0; orbit < symmetry.num_orbits; ++orbit) {
    std::map<std::int32_t, std::int64_t> counts;
    for (const std::int32_t w : graph.neighbours(representative[orbit])) {
      ++counts[symmetry.orbit_of[w]];
    }
    for (const auto& [to, count] : counts) {
      quotient.arcs.push_back({orbit, to, count});
      if (orbit < to) edges.push_back({orbit, to});
    }
  }
  quotient.graph = make_graph(symmetry.num_orbits, edges);
  return quotient;
}

}  // namespace isotypic
