#include "isotypic/symmetry/weisfeiler_leman.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "isotypic/base/error.hpp"
#include "isotypic/symmetry/refinement.hpp"

namespace isotypic {
namespace {

/// All graphs side by side, with their node colours (0 where a graph has none).
Graph side_by_side(std::span<const Graph> graphs) {
  std::vector<Edge> edges;
  Colours colours;
  std::int64_t shift = 0;
  for (const Graph& graph : graphs) {
    for (const auto& [u, v] : graph.edges()) {
      edges.push_back({static_cast<std::int32_t>(u + shift), static_cast<std::int32_t>(v + shift)});
    }
    shift += graph.num_nodes();
    const auto own = graph.node_colours();
    colours.nodes.insert(colours.nodes.end(), own.begin(), own.end());
    colours.nodes.resize(shift, 0);
  }
  return make_graph(shift, edges, colours);
}

/// Gives equal keys equal numbers, 0, 1, ... in ascending order of the keys.
template <typename Key>
std::int64_t rank_keys(const std::vector<Key>& keys, std::vector<std::int32_t>& ranks) {
  std::vector<std::int32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::int32_t a, std::int32_t b) { return keys[a] < keys[b]; });
  ranks.resize(keys.size());
  std::int64_t count = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || keys[order[i - 1]] < keys[order[i]]) ++count;
    ranks[order[i]] = static_cast<std::int32_t>(count - 1);
  }
  return count;
}

/// What a pair shows before any refinement: loop, edge or neither, and its colours.
auto atomic_type(const Graph& graph, const Edge& pair) {
  const auto& [u, v] = pair;
  const auto colours = graph.node_colours();
  const auto row = graph.neighbours(u);
  const auto at = std::lower_bound(row.begin(), row.end(), v);
  const bool adjacent = at != row.end() && *at == v;
  const std::int32_t edge_colour =
      adjacent && graph.has_edge_colours() ? graph.edge_colours(u)[at - row.begin()] : 0;
  return std::tuple(u == v, adjacent, edge_colour, colours.empty() ? 0 : colours[u],
                    colours.empty() ? 0 : colours[v]);
}

}  // namespace

std::vector<std::vector<std::int32_t>> wl1_colours(std::span<const Graph> graphs) {
  return translate_exceptions("wl1_colours", [&] {
    const Graph all = side_by_side(graphs);
    const EquitablePartition partition(all, all.node_colours());
    std::vector<std::vector<std::int32_t>> colours;
    std::int64_t node = 0;
    for (const Graph& graph : graphs) {
      auto& own = colours.emplace_back();
      for (std::int64_t v = 0; v < graph.num_nodes(); ++v) own.push_back(partition.cell_of(node++));
    }
    return colours;
  });
}

bool wl1_equivalent(const Graph& a, const Graph& b) {
  if (a.num_nodes() != b.num_nodes() || a.num_edges() != b.num_edges()) return false;
  const std::vector<Graph> both = {a, b};
  auto colours = wl1_colours(both);
  std::sort(colours[0].begin(), colours[0].end());
  std::sort(colours[1].begin(), colours[1].end());
  return colours[0] == colours[1];
}

CoherentPartition coherent_partition(const Graph& graph, const Orbitals& orbitals) {
  if (graph.num_nodes() != orbitals.num_nodes) {
    fail("coherent_partition", "the graph has ", graph.num_nodes(), " nodes, the orbitals ",
         orbitals.num_nodes);
  }
  return translate_exceptions("coherent_partition", [&] {
    const std::int64_t n = graph.num_nodes();
    const std::vector<Edge> pairs = orbital_representatives(orbitals);
    CoherentPartition partition;
    std::vector<decltype(atomic_type(graph, {}))> types;
    types.reserve(pairs.size());
    for (const Edge& pair : pairs) types.push_back(atomic_type(graph, pair));
    partition.count = rank_keys(types, partition.classes);

    // A signature: the own class, that of the reversed pair, and the multiset of the classes of
    // (u, w) and (w, v) over all w. Only classes of two or more orbitals can still be split.
    using Signature = std::vector<std::int64_t>;
    std::vector<Signature> signatures(pairs.size());
    for (std::int64_t before = 0; before != partition.count && partition.count < orbitals.count;) {
      before = partition.count;
      std::vector<std::int32_t> size(partition.count, 0);
      for (const std::int32_t c : partition.classes) ++size[c];
      const auto& classes = partition.classes;
      for (std::size_t k = 0; k < pairs.size(); ++k) {
        Signature& signature = signatures[k];
        signature.assign(1, classes[k]);
        if (size[classes[k]] == 1) continue;
        const auto& [u, v] = pairs[k];
        for (std::int64_t w = 0; w < n; ++w) {
          signature.push_back(static_cast<std::int64_t>(classes[orbitals(u, w)]) << 32 |
                              classes[orbitals(w, v)]);
        }
        std::sort(signature.begin() + 1, signature.end());
        signature.push_back(classes[orbitals.transposed[k]]);
      }
      std::vector<std::int32_t> refined;
      partition.count = rank_keys(signatures, refined);
      partition.classes = std::move(refined);
    }
    return partition;
  });
}

}  // namespace isotypic
