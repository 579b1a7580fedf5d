// 2-FWL with names that can be compared between graphs, on one pair per orbital.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "isotypic/graph/graph.hpp"
#include "isotypic/symmetry/orbitals.hpp"

namespace isotypic {

/// What a pair shows before refinement.
enum class PairStart {
  Adjacency,  ///< equal, adjacent, node colours
  Sizes,      ///< also the size of the orbital, self-paired or not, the sizes of the two orbits
};

/// The stable name of every orbital. Refinement cannot split an orbital, so one pair of each tells
/// all. `graph` and `orbitals` must be in the same node labels.
///
/// Time O(rounds * orbitals.count * n). `check_limits` is called now and then; it may throw.
[[nodiscard]] std::vector<std::uint64_t> stable_pair_names(
    const Graph& graph, const Orbitals& orbitals, PairStart start,
    const std::function<void()>& check_limits);

/// The number of pairs in every orbital.
[[nodiscard]] std::vector<std::int64_t> orbital_sizes(const Orbitals& orbitals);

}  // namespace isotypic
