#include "tests/support/laws.hpp"

#include <vector>

#include "isotypic/graph/operations.hpp"
#include "isotypic/symmetry/refinement.hpp"

namespace isotypic {

bool equal_wl_colours(const Graph& a, const Graph& b) {
  const Graph both = disjoint_union(a, b);
  const EquitablePartition cells(both);
  std::vector<std::int64_t> surplus(both.num_nodes(), 0);
  for (std::int64_t v = 0; v < both.num_nodes(); ++v) {
    surplus[cells.cell_of(v)] += v < a.num_nodes() ? 1 : -1;
  }
  return surplus == std::vector<std::int64_t>(both.num_nodes(), 0);
}

}  // namespace isotypic
