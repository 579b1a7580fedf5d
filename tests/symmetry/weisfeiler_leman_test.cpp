#include "isotypic/symmetry/weisfeiler_leman.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/symmetry/refinement.hpp"
#include "tests/support/reference.hpp"

namespace isotypic::weisfeiler_leman_test {
namespace {

/// 1-WL round by round, as the textbooks have it.
std::vector<std::int64_t> slow_wl1(const Graph& graph) {
  std::vector<std::int64_t> colours(graph.num_nodes(), 0);
  for (std::int64_t round = 0; round < graph.num_nodes(); ++round) {
    std::map<std::pair<std::int64_t, std::multiset<std::int64_t>>, std::int64_t> numbers;
    std::vector<std::int64_t> next;
    for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
      std::multiset<std::int64_t> around;
      for (const std::int32_t w : graph.neighbours(v)) around.insert(colours[w]);
      next.push_back(numbers.try_emplace({colours[v], around}, std::ssize(numbers)).first->second);
    }
    colours = next;
  }
  return colours;
}

/// 2-WL on all pairs, round by round; the number of classes.
std::int64_t slow_wl2_classes(const Graph& graph) {
  const std::int64_t n = graph.num_nodes();
  std::vector<std::int64_t> colours(n * n);
  for (std::int64_t u = 0; u < n; ++u) {
    for (std::int64_t v = 0; v < n; ++v) colours[u * n + v] = u == v ? 2 : graph.has_edge(u, v);
  }
  std::int64_t count = 0;
  while (true) {
    using Around = std::multiset<std::pair<std::int64_t, std::int64_t>>;
    std::map<std::pair<std::int64_t, Around>, std::int64_t> numbers;
    std::vector<std::int64_t> next(n * n);
    for (std::int64_t u = 0; u < n; ++u) {
      for (std::int64_t v = 0; v < n; ++v) {
        Around around;
        for (std::int64_t w = 0; w < n; ++w) around.emplace(colours[u * n + w], colours[w * n + v]);
        next[u * n + v] =
            numbers.try_emplace({colours[u * n + v], around}, std::ssize(numbers)).first->second;
      }
    }
    colours = next;
    if (std::ssize(numbers) == count) return count;
    count = std::ssize(numbers);
  }
}

template <typename A, typename B>
bool same_partition(const std::vector<A>& a, const std::vector<B>& b) {
  std::set<std::pair<A, B>> pairs;
  for (std::size_t i = 0; i < a.size(); ++i) pairs.emplace(a[i], b[i]);
  return pairs.size() == std::set<A>(a.begin(), a.end()).size() &&
         pairs.size() == std::set<B>(b.begin(), b.end()).size();
}

TEST(WeisfeilerLeman, FirstDimensionEqualsTheTextbookOnSmallGraphs) {
  for (const Graph& graph : reference::small_graphs()) {
    const std::vector<Graph> one = {graph};
    EXPECT_TRUE(same_partition(wl1_colours(one)[0], slow_wl1(graph)));
  }
}

TEST(WeisfeilerLeman, SecondDimensionEqualsTheTextbook) {
  Random random(3);
  std::vector<Graph> graphs = {petersen_graph(), shrikhande_graph(), rook_graph(4, 4),
                               disjoint_union(cycle_graph(3), cycle_graph(4)), path_graph(6)};
  for (int i = 0; i < 20; ++i) graphs.push_back(erdos_renyi_graph(7, 0.4, random));
  for (const Graph& graph : graphs) {
    const Orbitals orbitals = compute_orbitals(compute_symmetry(graph));
    EXPECT_EQ(coherent_partition(graph, orbitals).count, slow_wl2_classes(graph));
  }
}

TEST(WeisfeilerLeman, ComparesColoursBetweenGraphs) {
  const std::vector<Graph> graphs = {disjoint_copies(cycle_graph(3), 2), cycle_graph(6),
                                     path_graph(6)};
  const auto colours = wl1_colours(graphs);
  EXPECT_EQ(colours[0], colours[1]);
  EXPECT_TRUE(wl1_equivalent(graphs[0], graphs[1]));
  EXPECT_FALSE(wl1_equivalent(graphs[1], graphs[2]));
  // The ends of the path are seen nowhere else, its inner nodes neither: their colours differ
  // from those of a cycle after the first round.
  for (const std::int32_t colour : colours[2]) EXPECT_NE(colour, colours[1][0]);
}

TEST(WeisfeilerLeman, StartsFromNodeColours) {
  const Graph plain = cycle_graph(4);
  const Graph marked = with_node_colours(plain, {1, 0, 0, 0});
  EXPECT_FALSE(wl1_equivalent(plain, marked));
  const std::vector<Graph> one = {marked};
  const auto colours = wl1_colours(one)[0];
  EXPECT_EQ(std::set(colours.begin(), colours.end()).size(), 3U);
}

TEST(WeisfeilerLeman, SecondDimensionCannotSplitAnOrbitalNorAStronglyRegularGraph) {
  const Graph shrikhande = shrikhande_graph();
  const Orbitals orbitals = compute_orbitals(compute_symmetry(shrikhande));
  EXPECT_EQ(orbitals.count, 4);
  EXPECT_EQ(coherent_partition(shrikhande, orbitals).count, 3);
  EXPECT_THROW((void)coherent_partition(petersen_graph(), orbitals), Error);
}

TEST(EquitablePartition, EveryNodeOfACellHasAsManyNeighboursInEachCell) {
  Random random(5);
  for (int i = 0; i < 50; ++i) {
    const Graph graph = erdos_renyi_graph(30, 0.05 + 0.01 * i, random);
    EquitablePartition partition(graph);
    const auto signature = [&](std::int32_t v) {
      std::vector<std::int32_t> cells;
      for (const std::int32_t w : graph.neighbours(v)) cells.push_back(partition.cell_of(w));
      std::sort(cells.begin(), cells.end());
      return cells;
    };
    for (std::int32_t chosen = 0; chosen < 30; chosen += 7) {
      partition.individualise(chosen);
      EXPECT_EQ(partition.cell_size(partition.cell_of(chosen)), 1);
      for (std::int32_t v = 0; v < 30; ++v) {
        const std::int32_t other = partition.nodes_of(partition.cell_of(v)).front();
        EXPECT_EQ(signature(v), signature(other));
      }
    }
  }
}

}  // namespace
}  // namespace isotypic::weisfeiler_leman_test
