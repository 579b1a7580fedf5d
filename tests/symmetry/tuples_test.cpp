#include "isotypic/symmetry/tuples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/cfi.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/symmetry/orbitals.hpp"
#include "isotypic/symmetry/refinement.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/zoo.hpp"

namespace isotypic::tuples_test {
namespace {

using Tuple = std::vector<std::int32_t>;

/// n (n-1) ... (n-k+1).
std::int64_t num_tuples(std::int64_t n, std::int64_t k) {
  return k == 0 ? 1 : n <= 0 ? 0 : n * num_tuples(n - 1, k - 1);
}

/// The least image of a tuple: equal exactly within an orbit.
Tuple least_image(const Tuple& tuple, const std::vector<Permutation>& group) {
  Tuple least;
  for (const Permutation& g : group) {
    Tuple image;
    for (const std::int32_t v : tuple) image.push_back(g[v]);
    if (least.empty() || image < least) least = image;
  }
  return least;
}

void collect_tuples(std::int64_t n, std::int64_t k, Tuple& prefix, std::vector<Tuple>& all) {
  if (std::ssize(prefix) == k) {
    all.push_back(prefix);
    return;
  }
  for (std::int32_t v = 0; v < n; ++v) {
    if (std::find(prefix.begin(), prefix.end(), v) != prefix.end()) continue;
    prefix.push_back(v);
    collect_tuples(n, k, prefix, all);
    prefix.pop_back();
  }
}

std::vector<Tuple> all_tuples(std::int64_t n, std::int64_t k) {
  std::vector<Tuple> all;
  Tuple prefix;
  collect_tuples(n, k, prefix, all);
  return all;
}

bool is_discrete(const Graph& graph, const Tuple& marks) {
  EquitablePartition partition(graph, graph.node_colours());
  for (const std::int32_t v : marks) partition.individualise(v);
  return partition.num_cells() == graph.num_nodes();
}

void expect_equal_to_brute_force(const Graph& graph, std::int64_t k) {
  const std::vector<Permutation> group = reference::automorphisms(graph);
  std::map<Tuple, std::int64_t> expected;
  for (const Tuple& tuple : all_tuples(graph.num_nodes(), k)) ++expected[least_image(tuple, group)];
  std::map<Tuple, std::int64_t> found;
  const SymmetryOptions colours{.node_colours = true, .edge_colours = true};
  for (const TupleOrbit& orbit : tuple_orbits(compute_symmetry(graph, colours), {.size = k})) {
    const bool is_new = found.emplace(least_image(orbit.nodes, group), orbit.weight).second;
    EXPECT_TRUE(is_new) << "two representatives of one orbit";
  }
  EXPECT_EQ(found, expected);
}

TEST(Tuples, AreThoseOfBruteForceOnEveryGraphOfUpToSixNodes) {
  for (const Graph& graph : reference::small_graphs()) {
    if (graph.num_nodes() > 6) continue;
    for (std::int64_t k = 1; k <= 3; ++k) expect_equal_to_brute_force(graph, k);
  }
}

TEST(Tuples, KeepColours) {
  const Graph square = cycle_graph(4);
  expect_equal_to_brute_force(with_node_colours(square, {5, 5, 5, 9}), 2);
  expect_equal_to_brute_force(make_graph(4, square.edges(), {{}, {1, 1, 1, 2}}), 2);
  expect_equal_to_brute_force(make_graph(4, square.edges(), {{}, {1, 1, 1, 2}}), 3);
}

TEST(Tuples, HaveWeightsThatAddUpToAllTuples) {
  for (const auto& [name, graph] : zoo::graphs()) {
    const Symmetry symmetry = compute_symmetry(graph);
    const std::int64_t largest = graph.num_nodes() <= 24 ? 3 : 2;
    for (std::int64_t k = 1; k <= largest; ++k) {
      std::int64_t total = 0;
      for (const TupleOrbit& orbit : tuple_orbits(symmetry, {.size = k})) total += orbit.weight;
      EXPECT_EQ(total, num_tuples(graph.num_nodes(), k)) << name << ", k = " << k;
    }
  }
}

TEST(Tuples, OfTwoNodesAreTheOrbitalsOffTheDiagonal) {
  for (const auto& [name, graph] : zoo::graphs()) {
    const Symmetry symmetry = compute_symmetry(graph);
    const Orbitals orbitals = compute_orbitals(symmetry);
    std::vector<std::int64_t> size(orbitals.count, 0);
    for (const std::int32_t label : orbitals.labels) ++size[label];
    std::set<std::int32_t> met;
    for (const TupleOrbit& orbit : tuple_orbits(symmetry, {.size = 2})) {
      const std::int32_t label = orbitals(orbit.nodes[0], orbit.nodes[1]);
      EXPECT_TRUE(met.insert(label).second) << name;
      EXPECT_EQ(orbit.weight, size[label]) << name;
    }
    EXPECT_EQ(std::ssize(met), orbitals.count - symmetry.num_orbits) << name;
  }
}

/// Tuples by what they look like: their atomic type is a coarse, label-free description.
std::multiset<std::pair<Tuple, std::int64_t>> described(const Graph& graph,
                                                        const std::vector<TupleOrbit>& orbits) {
  std::multiset<std::pair<Tuple, std::int64_t>> result;
  for (const TupleOrbit& orbit : orbits) {
    Tuple type;
    for (const std::int32_t u : orbit.nodes) {
      type.push_back(static_cast<std::int32_t>(graph.degree(u)));
      for (const std::int32_t v : orbit.nodes) type.push_back(graph.has_edge(u, v) ? 1 : 0);
    }
    result.insert({type, orbit.weight});
  }
  return result;
}

TEST(Tuples, OfRelabelledCopiesCorrespondOneByOne) {
  Random random(3);
  for (const auto& [name, graph] : zoo::graphs()) {
    if (graph.num_nodes() > 30) continue;
    const Graph copy = shuffled(graph, random);
    const Symmetry a = compute_symmetry(graph);
    const Symmetry b = compute_symmetry(copy);
    const auto ours = tuple_orbits(a, {.size = 3});
    const auto theirs = tuple_orbits(b, {.size = 3});
    ASSERT_EQ(ours.size(), theirs.size()) << name;
    for (std::size_t i = 0; i < ours.size(); ++i) {
      EXPECT_EQ(ours[i].weight, theirs[i].weight);
      for (std::size_t j = 0; j < 3; ++j) {
        EXPECT_EQ(a.position[ours[i].nodes[j]], b.position[theirs[i].nodes[j]]);
      }
    }
  }
}

TEST(Tuples, OfTheOtherEngineAreTheSameOrbits) {
  for (const auto& [name, graph] : zoo::graphs()) {
    if (graph.num_nodes() > 24) continue;
    const auto dense =
        tuple_orbits(compute_symmetry(graph, {.engine = SymmetryEngine::DenseNauty}), {.size = 3});
    const auto traces =
        tuple_orbits(compute_symmetry(graph, {.engine = SymmetryEngine::Traces}), {.size = 3});
    EXPECT_EQ(described(graph, dense), described(graph, traces)) << name;
  }
}

TEST(Tuples, StopAtDiscreteColouringsAndLoseNothing) {
  for (const auto& [name, graph] : zoo::graphs()) {
    const std::int64_t n = graph.num_nodes();
    if (n > 24) continue;
    const Symmetry symmetry = compute_symmetry(graph);
    std::int64_t total = 0;
    for (const TupleOrbit& orbit : tuple_orbits(symmetry, {.size = 3, .stop_at_discrete = true})) {
      const auto length = std::ssize(orbit.nodes);
      total += orbit.weight * num_tuples(n - length, 3 - length);
      EXPECT_EQ(orbit.discrete, is_discrete(graph, orbit.nodes)) << name;
      EXPECT_TRUE(orbit.discrete || length == 3) << name;
    }
    EXPECT_EQ(total, num_tuples(n, 3)) << name;
  }
}

TEST(Tuples, OfHugeGroupsAreFew) {
  EXPECT_EQ(tuple_orbits(compute_symmetry(complete_graph(500)), {.size = 3}).size(), 1U);
  EXPECT_EQ(tuple_orbits(compute_symmetry(disjoint_copies(cycle_graph(5), 40)), {.size = 2}).size(),
            3U);
}

TEST(Tuples, RefuseSizesOutsideOneToThree) {
  const Symmetry symmetry = compute_symmetry(cycle_graph(5));
  for (const std::int64_t size : {-1, 0, 4}) {
    EXPECT_EQ(error_text([&] { (void)tuple_orbits(symmetry, {.size = size}); }),
              "tuples have 1 to 3 nodes, not " + std::to_string(size));
  }
}

TEST(Tuples, OfMoreNodesThanThereAreDoNotExist) {
  EXPECT_TRUE(tuple_orbits(compute_symmetry(complete_graph(2)), {.size = 3}).empty());
  EXPECT_TRUE(tuple_orbits(compute_symmetry(make_graph(0, {})), {.size = 1}).empty());
}

TEST(Tuples, GiveUpAtTheirLimits) {
  const Symmetry symmetry = compute_symmetry(path_graph(40));
  const auto expect_cancelled = [&](const TupleOptions& options) {
    try {
      (void)tuple_orbits(symmetry, options);
      ADD_FAILURE() << "no limit was met";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Cancelled) << error.what();
    }
  };
  expect_cancelled({.size = 2, .max_representatives = 779});
  EXPECT_EQ(tuple_orbits(symmetry, {.size = 2, .max_representatives = 780}).size(), 780U);
  expect_cancelled({.size = 3, .time_limit = std::chrono::milliseconds(0)});
  std::stop_source source;
  source.request_stop();
  expect_cancelled({.size = 3, .stop = source.get_token()});
}

}  // namespace
}  // namespace isotypic::tuples_test
