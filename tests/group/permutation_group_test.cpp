#include "isotypic/group/permutation_group.hpp"

#include <gtest/gtest.h>

#include <boost/math/distributions/chi_squared.hpp>
#include <map>
#include <set>

#include "isotypic/graph/families.hpp"
#include "isotypic/group/automorphism_group.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/sample_graphs.hpp"
#include "tests/support/zoo.hpp"

namespace isotypic::permutation_group_test {
namespace {

PermutationGroup group_of(const Graph& graph) {
  const Symmetry symmetry = compute_symmetry(graph);
  return {graph.num_nodes(), symmetry.generators, symmetry.order};
}

TEST(PermutationGroup, ListsEveryAutomorphismOnce) {
  for (const Graph& graph : reference::small_graphs()) {
    const std::vector<Permutation> all = reference::automorphisms(graph);
    const PermutationGroup group = group_of(graph);
    EXPECT_EQ(*group.begin(), identity_permutation(graph.num_nodes()));
    std::set<Permutation> listed;
    std::size_t count = 0;
    for (const Permutation& p : group) {
      listed.insert(p);
      ++count;
    }
    EXPECT_EQ(count, all.size());
    EXPECT_EQ(listed, std::set<Permutation>(all.begin(), all.end()));
  }
}

TEST(PermutationGroup, RecognisesItsElementsAmongManyRandomPermutations) {
  Random random(1);
  std::int64_t draws = 0;
  std::int64_t members = 0;
  const std::vector<Graph>& graphs = reference::small_graphs();
  while (draws < 100'000) {
    const Graph& graph = graphs[random.below(std::ssize(graphs))];
    const PermutationGroup group = group_of(graph);
    const AutomorphismGroup automorphisms(graph);
    const std::vector<Permutation> all = reference::automorphisms(graph);
    const std::set<Permutation> known(all.begin(), all.end());
    for (int i = 0; i < 500; ++i, ++draws) {
      const Permutation p = random_permutation(graph.num_nodes(), random);
      const bool member = known.contains(p);
      members += member ? 1 : 0;
      ASSERT_EQ(group.contains(p), member);
      ASSERT_EQ(automorphisms.contains(p), member);
    }
  }
  EXPECT_GT(members, 1000);  // both answers must have been tried
  EXPECT_LT(members, draws - 1000);
}

TEST(PermutationGroup, NamesElementsByDigits) {
  Random random(2);
  for (const auto& [name, graph] : zoo::graphs()) {
    const PermutationGroup group = group_of(graph);
    for (int i = 0; i < 5; ++i) {
      const Permutation p = group.random_element(random);
      ASSERT_EQ(relabel(graph, p), graph) << name;
      const auto digits = group.digits_of(p);
      ASSERT_TRUE(digits.has_value()) << name;
      EXPECT_EQ(group.element(*digits), p) << name;
    }
  }
}

/// The probability of a chi-squared statistic at least as large, if all elements are equally
/// likely.
double uniformity(const PermutationGroup& group, std::uint64_t seed) {
  std::map<Permutation, std::int64_t> counts;
  for (const Permutation& p : group) counts[p] = 0;
  const std::int64_t draws = 50 * std::ssize(counts);
  Random random(seed);
  for (std::int64_t i = 0; i < draws; ++i) ++counts.at(group.random_element(random));
  const double expected = static_cast<double>(draws) / static_cast<double>(counts.size());
  double statistic = 0.0;
  for (const auto& [p, count] : counts) {
    statistic += (static_cast<double>(count) - expected) * (static_cast<double>(count) - expected) /
                 expected;
  }
  const boost::math::chi_squared distribution(static_cast<double>(counts.size() - 1));
  return boost::math::cdf(boost::math::complement(distribution, statistic));
}

TEST(PermutationGroup, DrawsEveryElementWithTheSameProbability) {
  const std::vector<Graph> graphs = {complete_graph(5),      petersen_graph(),
                                     cycle_graph(12),        samples::copies(cycle_graph(4), 2),
                                     samples::heap_tree(15), hypercube_graph(3)};
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    // Ten seeds: a fair generator gives p-values that are spread over 0..1.
    double smallest = 1.0;
    double largest = 0.0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const double p = uniformity(group_of(graphs[i]), seed);
      smallest = std::min(smallest, p);
      largest = std::max(largest, p);
    }
    EXPECT_GT(smallest, 1e-4) << i;
    EXPECT_GT(largest, 0.1) << i;
    EXPECT_LT(smallest, 0.999) << i;
  }
}

TEST(PermutationGroup, HoldsGroupsOfAnyOrder) {
  Random random(3);
  const std::vector<Graph> graphs = {star_graph(100'000),
                                     samples::heap_tree(16'383),
                                     samples::copies(complete_graph(3), 5'000),
                                     samples::copies(cycle_graph(5), 200),
                                     cycle_graph(5'001),
                                     hypercube_graph(8),
                                     complete_bipartite_graph(100, 100)};
  for (const Graph& graph : graphs) {
    const PermutationGroup group = group_of(graph);
    const Permutation p = group.random_element(random);
    ASSERT_EQ(relabel(graph, p), graph);
    EXPECT_TRUE(group.contains(p));
    // Something near an element is none.
    Permutation q = p;
    std::swap(q[0], q[graph.num_nodes() / 2]);
    EXPECT_EQ(group.contains(q), relabel(graph, q) == graph);
  }
}

TEST(PermutationGroup, DoesNotNeedStrongGenerators) {
  // A rotation and a swap generate all permutations, but fix no point in common.
  SparsePermutation rotation;
  for (std::int32_t v = 0; v < 9; ++v) {
    rotation.points.push_back(v);
    rotation.images.push_back((v + 1) % 9);
  }
  // A product of two swaps: even, so that the group is the alternating one.
  const SparsePermutation two_swaps{{0, 1, 2, 3}, {1, 0, 3, 2}};
  const PermutationGroup group(9, std::vector{rotation, two_swaps}, "181440");
  Permutation even = identity_permutation(9);
  std::rotate(even.begin(), even.begin() + 1, even.begin() + 3);
  EXPECT_TRUE(group.contains(even));
  std::swap(even[0], even[1]);
  EXPECT_FALSE(group.contains(even));
}

TEST(PermutationGroup, RefusesWhatIsNoGroupOfThatOrder) {
  const SparsePermutation swap{{0, 1}, {1, 0}};
  const SparsePermutation torn{{0, 1}, {1, 2}};
  const SparsePermutation rotation{{0, 1, 2}, {1, 2, 0}};
  const auto make = [](const SparsePermutation& g, const std::string& order) {
    return error_text([&] { PermutationGroup(3, std::vector{g}, order); });
  };
  EXPECT_NE(make(torn, "2").find("not a permutation"), std::string::npos);
  EXPECT_NE(make(swap, "0").find("an order is"), std::string::npos);
  EXPECT_NE(make(swap, "two").find("an order is"), std::string::npos);
  for (const std::string order : {"1", "4", "6"}) {
    EXPECT_NE(
        error_text([&] { PermutationGroup(3, std::vector{rotation}, order); }, ErrorKind::Runtime)
            .find("do not generate a group of order " + order),
        std::string::npos);
  }
  const PermutationGroup group(3, std::vector{rotation}, "3");
  EXPECT_NE(error_text([&] {
              (void)group.contains(Permutation{0, 1});
            }).find("3 points"),
            std::string::npos);
  EXPECT_NE(error_text([&] { (void)group.element(std::vector<std::int64_t>{3}); }).find("digits"),
            std::string::npos);
}

TEST(PermutationGroup, SaysWhenItsTablesWouldBeTooLarge) {
  // Ten thousand pentagons can be put in any order.
  const std::string text = error_text([] { group_of(samples::copies(cycle_graph(5), 10'000)); });
  EXPECT_NE(text.find("tables of more than 50000000 entries"), std::string::npos) << text;
}

}  // namespace
}  // namespace isotypic::permutation_group_test
