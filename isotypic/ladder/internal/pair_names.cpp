#include "isotypic/ladder/internal/pair_names.hpp"

#include <algorithm>
#include <utility>

#include "isotypic/ladder/internal/structural_name.hpp"

namespace isotypic {
namespace {

std::vector<std::uint64_t> first_names(const Graph& graph, const Orbitals& orbitals,
                                       const std::vector<Edge>& pairs, PairStart start) {
  const std::span<const std::int32_t> colours = graph.node_colours();
  const std::vector<std::int64_t> sizes = orbital_sizes(orbitals);
  std::vector<std::uint64_t> names;
  for (std::int64_t k = 0; k < orbitals.count; ++k) {
    const auto& [u, v] = pairs[k];
    std::uint64_t name = name_number(u == v ? 2 : graph.has_edge(u, v) ? 1 : 0);
    if (!colours.empty()) {
      name = name_pair(name_pair(name, name_number(colours[u])), name_number(colours[v]));
    }
    if (start == PairStart::Sizes) {
      // The size of an orbit is that of the orbital of its pairs (u, u).
      for (const std::int64_t part : {sizes[k], std::int64_t{orbitals.transposed[k] == k},
                                      sizes[orbitals(u, u)], sizes[orbitals(v, v)]}) {
        name = name_pair(name, name_number(part));
      }
    }
    names.push_back(name);
  }
  return names;
}

std::int64_t count_distinct(std::vector<std::uint64_t> names) {
  std::sort(names.begin(), names.end());
  return std::unique(names.begin(), names.end()) - names.begin();
}

}  // namespace

std::vector<std::int64_t> orbital_sizes(const Orbitals& orbitals) {
  std::vector<std::int64_t> sizes(orbitals.count, 0);
  for (const std::int32_t label : orbitals.labels) ++sizes[label];
  return sizes;
}

std::vector<std::uint64_t> stable_pair_names(const Graph& graph, const Orbitals& orbitals,
                                             PairStart start,
                                             const std::function<void()>& check_limits) {
  const std::int64_t n = graph.num_nodes();
  const std::vector<Edge> pairs = orbital_representatives(orbitals);
  std::vector<std::uint64_t> names = first_names(graph, orbitals, pairs, start);
  std::vector<std::uint64_t> reversed(names.size());
  // The last round confirms that nothing splits any more. Only then do equal names of two graphs
  // stay equal for ever.
  for (std::int64_t before = -1, count = count_distinct(names); before != count;) {
    for (std::size_t k = 0; k < names.size(); ++k) reversed[k] = names[orbitals.transposed[k]];
    std::vector<std::uint64_t> refined(names.size());
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (k % 64 == 0) check_limits();
      const std::int32_t* from = orbitals.labels.data() + pairs[k].u * n;
      const std::int32_t* to = orbitals.labels.data() + pairs[k].v * n;
      std::uint64_t triangles = 0;
      for (std::int64_t w = 0; w < n; ++w) {
        triangles += name_pair(names[from[w]], reversed[to[w]]);
      }
      refined[k] = name_pair(name_pair(names[k], reversed[k]), triangles);
    }
    names = std::move(refined);
    before = std::exchange(count, count_distinct(names));
  }
  return names;
}

}  // namespace isotypic
