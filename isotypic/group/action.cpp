#include "isotypic/group/action.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/group/internal/congruence.hpp"
#include "isotypic/symmetry/orbitals.hpp"

namespace isotypic {
namespace {

/// Whether every class of `fine` lies in a class of `coarse`, and they differ.
bool refines(const BlockSystem& fine, const BlockSystem& coarse) {
  if (fine == coarse) return false;
  std::vector<std::int32_t> image(fine.size(), -1);
  for (std::size_t v = 0; v < fine.size(); ++v) {
    std::int32_t& own = image[fine[v]];
    if (own < 0) own = coarse[v];
    if (own != coarse[v]) return false;
  }
  return true;
}

/// Calls `visit` with the finest nontrivial block systems that join 0 to another node, one for
/// every orbit of the stabiliser of 0; stops when it returns false.
void visit_block_systems(const AutomorphismGroup& group,
                         const std::function<bool(BlockSystem)>& visit) {
  const std::int64_t n = group.num_nodes();
  if (n > max_block_nodes) {
    fail("block_systems", "the graph has ", n, " nodes; blocks are found up to ", max_block_nodes);
  }
  if (n < 2) return;
  const CongruenceFinder congruences(n, group.symmetry().generators);
  const std::vector<std::int32_t> zero = {0};
  const AutomorphismGroup stabiliser = group.stabiliser(zero);
  std::vector<char> seen(n, 0);
  seen[stabiliser.symmetry().orbit_of[0]] = 1;
  for (std::int32_t v = 1; v < n; ++v) {
    if (std::exchange(seen[stabiliser.symmetry().orbit_of[v]], 1) != 0) continue;
    const UnionFind classes = congruences.join(std::vector<Move>{{0, v}});
    if (classes.num_classes() > 1 && !visit(numbered_classes(classes, n))) return;
  }
}

}  // namespace

bool is_transitive(const AutomorphismGroup& group) { return group.symmetry().num_orbits <= 1; }

std::int64_t transitivity(const AutomorphismGroup& group) {
  if (!is_transitive(group)) return 0;
  const std::int64_t n = group.num_nodes();
  return n < 2 || rank(group) == 2 ? n : 1;
}

std::int64_t rank(const AutomorphismGroup& group) {
  if (group.num_nodes() == 0) return 0;
  if (is_transitive(group)) return static_cast<std::int64_t>(subdegrees(group, 0).size());
  return canonical_orbitals(group.symmetry()).count;
}

std::vector<std::int64_t> subdegrees(const AutomorphismGroup& group, std::int32_t node) {
  const std::vector<std::int32_t> nodes = {node};
  const AutomorphismGroup stabiliser = group.stabiliser(nodes);
  std::vector<std::int64_t> sizes(stabiliser.symmetry().num_orbits, 0);
  for (const std::int32_t orbit : stabiliser.symmetry().orbit_of) ++sizes[orbit];
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

std::vector<BlockSystem> minimal_block_systems(const AutomorphismGroup& group) {
  if (!is_transitive(group)) {
    fail("block_systems", "the group has ", group.symmetry().num_orbits,
         " orbits of nodes; only a transitive group has block systems");
  }
  std::set<BlockSystem> found;
  visit_block_systems(group, [&](BlockSystem system) {
    found.insert(std::move(system));
    return true;
  });
  std::vector<BlockSystem> minimal;
  for (const BlockSystem& system : found) {
    const bool refined = std::any_of(found.begin(), found.end(), [&](const BlockSystem& other) {
      return refines(other, system);
    });
    if (!refined) minimal.push_back(system);
  }
  return minimal;
}

bool is_primitive(const AutomorphismGroup& group) {
  if (!is_transitive(group)) return false;
  bool primitive = true;
  visit_block_systems(group, [&](const BlockSystem&) { return primitive = false; });
  return primitive;
}

}  // namespace isotypic
