// The engines against each other, and by turns.

#include "isotypic/symmetry/internal/race.hpp"

#include <gtest/gtest.h>
#include <time.h>

#include <chrono>
#include <thread>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/union_find.hpp"
#include "isotypic/symmetry/internal/group_order.hpp"
#include "isotypic/symmetry/internal/strong_generators.hpp"
#include "tests/support/cancelled.hpp"
#include "tests/support/coloured.hpp"
#include "tests/support/zoo.hpp"

namespace isotypic::race_test {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::int64_t no_end = std::int64_t{1} << 62;

SearchResult by_bliss(const Graph& graph) {
  return run_bliss({&graph, {}, {}}, no_end, {}, {}).value();
}

SearchResult by_traces(const Graph& graph) {
  const SearchProblem problem{&graph, {}, {}};
  SearchResult found = run_nauty(SymmetryEngine::Traces, problem, {}, SearchGoal::Group);
  found.order_factors = order_factors(problem, found, {});
  return found;
}

/// The least node of each node's orbit.
std::vector<std::int32_t> orbits(std::int64_t n, const std::vector<SparsePermutation>& generators) {
  UnionFind classes(n);
  for (const SparsePermutation& g : generators) {
    for (std::size_t i = 0; i < g.points.size(); ++i) classes.unite(g.points[i], g.images[i]);
  }
  std::vector<std::int32_t> first(n, -1);
  std::vector<std::int32_t> result;
  for (std::int32_t v = 0; v < n; ++v) {
    std::int32_t& least = first[classes.root(v)];
    if (least < 0) least = v;
    result.push_back(least);
  }
  return result;
}

/// `copies` strongly regular graphs of 16 nodes, of two kinds in turn.
Graph strongly_regular_union(std::int64_t copies) {
  return disjoint_union(disjoint_copies(shrikhande_graph(), copies / 2),
                        disjoint_copies(rook_graph(4, 4), copies - copies / 2));
}

double processor_seconds_of_this_thread() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

TEST(Race, EveryEngineFindsTheSameGroup) {
  for (const auto& [name, graph] : zoo::graphs()) {
    const std::int64_t n = graph.num_nodes();
    if (n < 2) continue;
    const Symmetry expected = compute_symmetry(graph);
    for (const SearchResult& found :
         {by_bliss(graph), by_traces(graph), race_for_group({&graph, {}, {}}, {})}) {
      EXPECT_EQ(product_in_decimal(found.order_factors), expected.order) << name;
      EXPECT_EQ(orbits(n, found.generators), orbits(n, expected.generators)) << name;
    }
  }
}

TEST(Race, FindsTheGroupsOfColouredGraphs) {
  Random random(1);
  for (int draw = 0; draw < 500; ++draw) {
    // The coloured part is larger than what is searched without a race.
    const Graph base = random_coloured_graph(random);
    const Graph graph = disjoint_copies(base, 3);
    SymmetryOptions options{.node_colours = true, .edge_colours = true};
    const Symmetry expected = compute_symmetry(graph, options);
    options.canonical_form = false;
    const Symmetry found = compute_symmetry(graph, options);
    ASSERT_EQ(found.order, expected.order) << draw;
    ASSERT_EQ(orbits(graph.num_nodes(), found.generators),
              orbits(graph.num_nodes(), expected.generators))
        << draw;
  }
}

TEST(Race, KeepsTheCellsOfItsProblem) {
  Random random(2);
  for (int draw = 0; draw < 200; ++draw) {
    const Graph graph = torus_graph(9, 9);
    SearchProblem problem{&graph, random_permutation(81, random), std::vector<char>(81, 0)};
    problem.cell_ends[random.below(80)] = 1;
    problem.cell_ends[80] = 1;
    SearchResult expected = run_nauty(SymmetryEngine::DenseNauty, problem, {});
    const SearchResult found = race_for_group(problem, {});
    EXPECT_EQ(product_in_decimal(found.order_factors), product_in_decimal(expected.order_factors));
    EXPECT_EQ(orbits(81, found.generators), orbits(81, expected.generators));
  }
}

TEST(Race, EndsSoonWhereTracesDoesNot) {
  // Traces alone takes minutes.
  const Graph graph = complement(strongly_regular_union(16));
  const double begin = processor_seconds_of_this_thread();
  const SearchResult found = race_for_group({&graph, {}, {}}, {});
  EXPECT_LT(processor_seconds_of_this_thread() - begin, 1.0);
  EXPECT_EQ(product_in_decimal(found.order_factors),
            compute_symmetry(strongly_regular_union(16)).order);
}

TEST(Race, EndsSoonWhereBlissDoesNot) {
  // bliss alone takes minutes, Traces some hundredths of a second.
  const Graph graph = strongly_regular_union(9);
  const double begin = processor_seconds_of_this_thread();
  const SearchResult found = race_for_group({&graph, {}, {}}, {});
  EXPECT_LT(processor_seconds_of_this_thread() - begin, 1.0);
  EXPECT_EQ(product_in_decimal(found.order_factors), compute_symmetry(graph).order);
}

TEST(Race, GeneratorsDoNotTellWhoWon) {
  for (const auto& [name, graph] : zoo::graphs()) {
    const std::int64_t n = graph.num_nodes();
    if (n < 2) continue;
    const SearchResult a = by_bliss(graph);
    const SearchResult b = by_traces(graph);
    EXPECT_EQ(strong_generators(n, a.generators, log2_order(a), {}).generators,
              strong_generators(n, b.generators, log2_order(b), {}).generators)
        << name;
  }
}

TEST(Race, StopsAtATimeLimit) {
  const Graph graph = strongly_regular_union(24);
  const SearchProblem problem{&graph, {}, {}};
  const auto limits = [] { return WorkLimits{.deadline = Clock::now() + milliseconds(50)}; };
  EXPECT_LT(time_until_cancelled([&] { (void)race_for_group(problem, limits()); }), soon);
  EXPECT_LT(time_until_cancelled([&] { (void)run_bliss(problem, no_end, {}, limits()); }), soon);
  EXPECT_LT(time_until_cancelled([&] {
              (void)run_nauty(SymmetryEngine::Traces, problem, limits(), SearchGoal::Group);
            }),
            soon);
}

TEST(Race, StopsOnRequest) {
  const Graph graph = strongly_regular_union(24);
  std::stop_source source;
  std::jthread requester([&] {
    std::this_thread::sleep_for(milliseconds(50));
    source.request_stop();
  });
  EXPECT_LT(time_until_cancelled([&] {
              (void)race_for_group({&graph, {}, {}}, {.stop = source.get_token()});
            }),
            soon);
}

TEST(Bliss, GivesUpWhenItsAllowanceIsUsedUp) {
  const Graph graph = torus_graph(30, 30);
  EXPECT_FALSE(run_bliss({&graph, {}, {}}, 100, {}, {}).has_value());
  int granted = 0;
  const auto three_times = [&]() -> std::int64_t { return ++granted > 3 ? 0 : 100; };
  EXPECT_FALSE(run_bliss({&graph, {}, {}}, 100, three_times, {}).has_value());
  EXPECT_EQ(granted, 4);
}

TEST(Bliss, FindsTheSameInOneTurnAndInMany) {
  const Graph graph = torus_graph(12, 12);
  const auto in_many = run_bliss({&graph, {}, {}}, 50, [] { return std::int64_t{50}; }, {});
  ASSERT_TRUE(in_many.has_value());
  EXPECT_EQ(in_many->generators, by_bliss(graph).generators);
}

}  // namespace
}  // namespace isotypic::race_test
