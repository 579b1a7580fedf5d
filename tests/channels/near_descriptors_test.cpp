// Laws of describe_orbitals() with a reach: large graphs, of which only near pairs are described.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/orbital_descriptors.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/symmetry/internal/search.hpp"
#include "tests/support/sample_graphs.hpp"

namespace isotypic::near_descriptors_test {
namespace {

constexpr DescriptorOptions defaults{};
constexpr std::int64_t columns = num_descriptor_columns(defaults);

OrbitalDescriptors describe(const Graph& graph, const DescriptorOptions& options) {
  return describe_orbitals(graph, compute_symmetry(graph), {}, options);
}

/// Every number of the pair (u, v), as one row.
std::vector<double> row(const OrbitalDescriptors& found, std::int64_t u, std::int64_t v) {
  const PairType& type = found.types[found(u, v)];
  const auto first = found.values.begin() + found(u, v) * columns;
  std::vector<double> numbers(first, first + columns);
  for (const std::int64_t number :
       {std::int64_t{type.distance}, type.orbital, type.pairs, std::int64_t{type.edge >= 0}}) {
    numbers.push_back(static_cast<double>(number));
  }
  return numbers;
}

void expect_rows(const std::vector<double>& a, const std::vector<double>& b, std::size_t first) {
  for (std::size_t i = first; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], 1e-9) << i;
}

/// Compares the pairs (u, v) of `a` with (position[u], position[v]) of `b`.
void expect_equal(const OrbitalDescriptors& a, const OrbitalDescriptors& b,
                  const Permutation& position) {
  ASSERT_EQ(a.types.size(), b.types.size());
  ASSERT_EQ(a.type_of.size(), b.type_of.size());
  for (std::int64_t u = 0; u < a.num_nodes; ++u) {
    for (std::int64_t v = 0; v <= u; ++v) {
      ASSERT_EQ(a(u, v) < 0, b(position[u], position[v]) < 0);
      if (a(u, v) >= 0) expect_rows(row(a, u, v), row(b, position[u], position[v]), 0);
    }
  }
}

/// Walks of k steps from u over nodes within `reach` of u alone, by dense matrices.
Eigen::VectorXd near_walks(const Graph& graph, const OrbitalDescriptors& all, std::int64_t u,
                           std::int64_t reach, std::int64_t k) {
  const std::int64_t n = graph.num_nodes();
  Eigen::MatrixXd step = Eigen::MatrixXd::Zero(n, n);
  const auto is_near = [&](std::int64_t v) { return all.types[all(u, v)].distance <= reach; };
  for (const auto& [a, b] : graph.edges()) {
    if (!is_near(a) || !is_near(b)) continue;
    step(a, b) = step(b, a) =
        1.0 / std::sqrt(static_cast<double>(graph.degree(a) * graph.degree(b)));
  }
  Eigen::VectorXd x = Eigen::VectorXd::Unit(n, u);
  for (std::int64_t i = 0; i < k; ++i) x = step * x;
  return x;
}

std::int64_t pairs_within(const OrbitalDescriptors& all, std::int64_t reach) {
  std::int64_t count = 0;
  for (const PairType& type : all.types) count += type.distance <= reach ? type.pairs : 0;
  return count;
}

TEST(NearDescriptors, BeyondTheDiameterAreThoseOfAllPairs) {
  for (const Graph& graph : samples::assorted()) {
    const OrbitalDescriptors all = describe(graph, {});
    const OrbitalDescriptors near = describe(graph, {.reach = 1'000});
    for (std::int64_t u = 0; u < graph.num_nodes(); ++u) {
      for (std::int64_t v = 0; v <= u; ++v) {
        // Nodes of different components have no distance, and count as farthest.
        const bool connected = all.types[all(u, v)].distance < defaults.max_distance;
        ASSERT_EQ(near(u, v) >= 0, connected);
        if (connected) expect_rows(row(near, u, v), row(all, u, v), 0);
      }
    }
  }
}

TEST(NearDescriptors, AreThoseOfAllPairsWithWalksThatStayNear) {
  constexpr std::int64_t reach = 2;
  for (const Graph& graph :
       {samples::heap_tree(25), petersen_graph(), samples::random_graph(18, 0.2, 5)}) {
    const OrbitalDescriptors all = describe(graph, {});
    const OrbitalDescriptors near = describe(graph, {.reach = reach});
    for (std::int64_t u = 0; u < graph.num_nodes(); ++u) {
      for (std::int64_t v = 0; v <= u; ++v) {
        if (all.types[all(u, v)].distance > reach) {
          EXPECT_EQ(near(u, v), -1);
          continue;
        }
        const std::vector<double> numbers = row(near, u, v);
        expect_rows(numbers, row(all, u, v), defaults.powers);
        for (const std::int64_t k : {1, 2, 5, 16}) {
          const double mean = 0.5 * (near_walks(graph, all, u, reach, k)[v] +
                                     near_walks(graph, all, v, reach, k)[u]);
          ASSERT_NEAR(numbers[k - 1], mean, 1e-12);
        }
      }
    }
    EXPECT_EQ(std::ssize(near.type_of) * 2 - graph.num_nodes(), pairs_within(all, reach));
  }
}

TEST(NearDescriptors, FollowTheNodesOfARelabelledCopyAndTheOtherEngine) {
  Random random(3);
  for (const Graph& graph : samples::assorted()) {
    for (const std::int64_t reach : {1, 3}) {
      const OrbitalDescriptors found = describe(graph, {.reach = reach});
      const Permutation position = random_permutation(graph.num_nodes(), random);
      expect_equal(found, describe(relabel(graph, position), {.reach = reach}), position);
      const auto traces = run_search(SymmetryEngine::Traces, {&graph, {}, {}}, {});
      expect_equal(found, describe_orbitals(graph, traces.generators, {}, {.reach = reach}),
                   identity_permutation(graph.num_nodes()));
    }
  }
}

TEST(NearDescriptors, KeepEdgesWithDifferentKeysApart) {
  const Graph graph = cycle_graph(12);
  std::vector<std::int32_t> keys(12, 0);
  keys[5] = 1;
  const Symmetry symmetry = compute_symmetry(graph);
  const OrbitalDescriptors found = describe_orbitals(graph, symmetry, keys, {.reach = 2});
  ASSERT_EQ(found.types.size(), 4U);
  const auto edges = graph.edges();
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const PairType& type = found.types[found(edges[e].u, edges[e].v)];
    EXPECT_EQ(type.pairs, e == 5 ? 2 : 22);
    EXPECT_EQ(type.orbital, 24);
    EXPECT_NEAR(row(found, edges[e].u, edges[e].v)[0], 0.5, 1e-15);
  }
}

TEST(NearDescriptors, ReachAsFarAsTheLimitOfPairsAllows) {
  const Graph tree = samples::heap_tree(40);
  const Graph ring = cycle_graph(30);
  const std::vector<const Graph*> both = {&tree, &ring};
  const OrbitalDescriptors first = describe(tree, {});
  const OrbitalDescriptors second = describe(ring, {});
  for (std::int64_t limit = 50; limit < 3'000; limit += 50) {
    std::int64_t expected = 0;
    for (std::int64_t r = 1; r < defaults.max_distance; ++r) {
      if (pairs_within(first, r) + pairs_within(second, r) <= limit) expected = r;
    }
    EXPECT_EQ(largest_reach(both, limit), expected) << limit;
  }
  EXPECT_EQ(chosen_reach(tree, {}), 0);
  EXPECT_EQ(chosen_reach(tree, {.reach = 4}), 4);
}

TEST(NearDescriptors, DescribeGraphsWhosePairsDoNotFit) {
  // Every node of the ring has 11 nodes within reach on either side.
  const Graph ring = cycle_graph(50'000);
  EXPECT_EQ(chosen_reach(ring, {}), 11);
  const OrbitalDescriptors found = describe(ring, {.reach = 11});
  EXPECT_EQ(found.types.size(), 12U);
  EXPECT_EQ(found.type_of.size(), 50'000U * 12);
  // The centre of a star is near to all, so leaves are near to each other at once.
  const Graph star = star_graph(20'000);
  EXPECT_EQ(chosen_reach(star, {}), 1);
  EXPECT_EQ(describe(star, {.reach = 1}).types.size(), 3U);
  EXPECT_EQ(largest_reach({}, 10), defaults.max_distance - 1);
}

TEST(NearDescriptors, RefuseWhatDoesNotFit) {
  const Graph star = star_graph(20'000);
  EXPECT_THROW((void)describe(star, {}), Error);
  EXPECT_THROW((void)describe(star, {.reach = 2}), Error);
  EXPECT_THROW((void)describe(star, {.reach = -1}), Error);
  EXPECT_THROW((void)chosen_reach(samples::edgeless(max_described_pairs + 1), {}), Error);
}

}  // namespace
}  // namespace isotypic::near_descriptors_test
