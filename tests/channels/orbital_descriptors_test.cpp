#include "isotypic/channels/orbital_descriptors.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <map>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/symmetry/internal/search.hpp"
#include "isotypic/symmetry/orbitals.hpp"
#include "tests/support/sample_graphs.hpp"

namespace isotypic::orbital_descriptors_test {
namespace {

constexpr DescriptorOptions defaults{};
constexpr std::int64_t columns = num_descriptor_columns(defaults);

OrbitalDescriptors describe(const Graph& graph, std::span<const std::int32_t> keys = {},
                            const DescriptorOptions& options = {}) {
  return describe_orbitals(graph, compute_symmetry(graph), keys, options);
}

Eigen::MatrixXd normalised_adjacency(const Graph& graph) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(graph.num_nodes(), graph.num_nodes());
  for (const auto& [u, v] : graph.edges()) {
    matrix(u, v) = matrix(v, u) =
        1.0 / std::sqrt(static_cast<double>(graph.degree(u) * graph.degree(v)));
  }
  return matrix;
}

/// Floyd and Warshall, up to `farthest`.
Eigen::MatrixXi distances(const Graph& graph, int farthest) {
  const auto n = static_cast<int>(graph.num_nodes());
  Eigen::MatrixXi matrix = Eigen::MatrixXi::Constant(n, n, 1'000'000);
  for (const auto& [u, v] : graph.edges()) matrix(u, v) = matrix(v, u) = 1;
  for (int v = 0; v < n; ++v) matrix(v, v) = 0;
  for (int k = 0; k < n; ++k) {
    for (int u = 0; u < n; ++u) {
      for (int v = 0; v < n; ++v) {
        matrix(u, v) = std::min(matrix(u, v), matrix(u, k) + matrix(k, v));
      }
    }
  }
  return matrix.cwiseMin(farthest);
}

/// Every number of the pair (u, v), as one row.
std::vector<double> row(const OrbitalDescriptors& found, std::int64_t u, std::int64_t v) {
  const PairType& type = found.types[found(u, v)];
  const auto first = found.values.begin() + found(u, v) * columns;
  std::vector<double> numbers(first, first + columns);
  numbers.push_back(static_cast<double>(type.distance));
  numbers.push_back(static_cast<double>(type.orbital));
  numbers.push_back(static_cast<double>(type.pairs));
  numbers.push_back(type.edge >= 0 ? 1.0 : 0.0);
  return numbers;
}

/// Compares the rows of (u, v) in `a` and (position[u], position[v]) in `b`.
void expect_equal(const OrbitalDescriptors& a, const OrbitalDescriptors& b,
                  const Permutation& position) {
  ASSERT_EQ(a.types.size(), b.types.size());
  for (std::int64_t u = 0; u < a.num_nodes; ++u) {
    for (std::int64_t v = 0; v <= u; ++v) {
      const auto ours = row(a, u, v);
      const auto theirs = row(b, position[u], position[v]);
      for (std::size_t i = 0; i < ours.size(); ++i) ASSERT_NEAR(ours[i], theirs[i], 1e-9) << i;
    }
  }
}

TEST(OrbitalDescriptors, AreTheDensePowersDistancesAndDegreesOfEveryPair) {
  for (const Graph& graph : samples::assorted()) {
    const OrbitalDescriptors found = describe(graph);
    const Eigen::MatrixXi apart = distances(graph, 12);
    const Eigen::MatrixXd step = normalised_adjacency(graph);
    Eigen::MatrixXd power = step;
    for (std::int64_t k = 0; k < defaults.powers; ++k, power = power * step) {
      for (std::int64_t u = 0; u < graph.num_nodes(); ++u) {
        for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
          ASSERT_NEAR(row(found, u, v)[k], power(u, v), 1e-12);
        }
      }
    }
    for (std::int64_t u = 0; u < graph.num_nodes(); ++u) {
      for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
        const auto numbers = row(found, u, v);
        EXPECT_EQ(numbers[columns], apart(u, v));
        EXPECT_EQ(numbers[columns - 2], static_cast<double>(graph.degree(u) + graph.degree(v)));
        EXPECT_EQ(numbers[columns - 1], static_cast<double>(graph.degree(u) * graph.degree(v)));
        EXPECT_EQ(numbers.back(), graph.has_edge(u, v) ? 1.0 : 0.0);
      }
    }
  }
}

TEST(OrbitalDescriptors, CountTheOrbitalsAndTheOrbits) {
  for (const Graph& graph : samples::assorted()) {
    const Symmetry symmetry = compute_symmetry(graph);
    const Orbitals orbitals = compute_orbitals(symmetry);
    const OrbitalDescriptors found = describe_orbitals(graph, symmetry);
    std::map<std::int32_t, double> orbital_size;
    for (const std::int32_t label : orbitals.labels) ++orbital_size[label];
    std::map<std::int32_t, double> orbit_size;
    for (const std::int32_t orbit : symmetry.orbit_of) ++orbit_size[orbit];
    for (std::int64_t u = 0; u < graph.num_nodes(); ++u) {
      for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
        const auto numbers = row(found, u, v);
        const double own = std::log(orbit_size[symmetry.orbit_of[u]]);
        const double other = std::log(orbit_size[symmetry.orbit_of[v]]);
        EXPECT_NEAR(numbers[defaults.powers], std::log(orbital_size[orbitals(u, v)]), 1e-12);
        EXPECT_NEAR(numbers[defaults.powers + 1], own + other, 1e-12);
        EXPECT_NEAR(numbers[defaults.powers + 2], std::abs(own - other), 1e-12);
      }
    }
    std::int64_t pairs = 0;
    for (const PairType& type : found.types) pairs += type.pairs;
    EXPECT_EQ(pairs, graph.num_nodes() * graph.num_nodes());
  }
}

TEST(OrbitalDescriptors, FollowTheNodesOfARelabelledCopy) {
  Random random(3);
  for (const Graph& graph : samples::assorted()) {
    const Permutation position = random_permutation(graph.num_nodes(), random);
    expect_equal(describe(graph), describe(relabel(graph, position)), position);
  }
}

TEST(OrbitalDescriptors, AreTheSameByTheOtherEngine) {
  for (const Graph& graph : samples::assorted()) {
    const auto traces = run_search(SymmetryEngine::Traces, {&graph, {}, {}}, {});
    expect_equal(describe(graph), describe_orbitals(graph, traces.generators),
                 identity_permutation(graph.num_nodes()));
  }
}

TEST(OrbitalDescriptors, OfRandomWalksAreTheMeanOfBothDirections) {
  const Graph graph = samples::heap_tree(20);
  const OrbitalDescriptors found = describe(graph, {}, {.walks = WalkWeights::RandomWalk});
  Eigen::MatrixXd step = Eigen::MatrixXd::Zero(20, 20);
  for (std::int32_t u = 0; u < 20; ++u) {
    for (const std::int32_t v : graph.neighbours(u)) {
      step(u, v) = 1.0 / static_cast<double>(graph.degree(u));
    }
  }
  Eigen::MatrixXd power = step;
  for (std::int64_t k = 0; k < defaults.powers; ++k, power = power * step) {
    for (std::int64_t u = 0; u < 20; ++u) {
      for (std::int64_t v = 0; v < 20; ++v) {
        EXPECT_NEAR(row(found, u, v)[k], 0.5 * (power(u, v) + power(v, u)), 1e-12);
      }
    }
  }
}

TEST(OrbitalDescriptors, KeepEdgesWithDifferentKeysApart) {
  const Graph graph = cycle_graph(6);
  const std::vector<std::int32_t> keys = {1, 2, 1, 2, 1, 2};
  const OrbitalDescriptors found = describe(graph, keys);
  EXPECT_EQ(describe(graph).types.size(), 4U);
  EXPECT_EQ(found.types.size(), 5U);
  const auto edges = graph.edges();
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const PairType& type = found.types[found(edges[e].u, edges[e].v)];
    EXPECT_EQ(keys[type.edge], keys[e]);
    EXPECT_EQ(type.pairs, 6);
    EXPECT_EQ(type.orbital, 12);
  }
}

TEST(OrbitalDescriptors, RespectTheColoursOfTheSymmetry) {
  const Graph graph = with_node_colours(cycle_graph(6), {1, 0, 0, 0, 0, 0});
  const Symmetry coloured = compute_symmetry(graph, {.node_colours = true});
  EXPECT_EQ(describe(graph).types.size(), 4U);
  // Only the reflection through node 0 is left.
  const Orbitals orbitals = compute_orbitals(coloured);
  std::size_t unordered = 0;
  for (std::int32_t k = 0; k < orbitals.count; ++k) unordered += orbitals.transposed[k] >= k;
  EXPECT_EQ(describe_orbitals(graph, coloured).types.size(), unordered);
  EXPECT_GT(unordered, 4U);
}

TEST(OrbitalDescriptors, RefuseWhatDoesNotFit) {
  const Graph graph = cycle_graph(5);
  const std::vector<std::int32_t> two = {0, 1};
  EXPECT_THROW((void)describe(graph, two), Error);
  EXPECT_THROW((void)describe(graph, {}, {.powers = 0}), Error);
  EXPECT_THROW((void)describe_orbitals(graph, compute_symmetry(cycle_graph(6))), Error);
  EXPECT_THROW((void)describe_orbitals(samples::edgeless(max_descriptor_nodes + 1),
                                       std::span<const SparsePermutation>()),
               Error);
}

}  // namespace
}  // namespace isotypic::orbital_descriptors_test
