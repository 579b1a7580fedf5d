// The order that is put together from Traces' floating-point orders, against dense nauty's exact
// product. The engine is forced, which callers of compute_symmetry cannot do.

#include "isotypic/symmetry/internal/group_order.hpp"

#include <gtest/gtest.h>

#include "isotypic/graph/cfi.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "tests/support/bliss.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/zoo.hpp"

namespace isotypic::group_order_test {
namespace {

std::string order_by(SymmetryEngine engine, const Graph& graph) {
  const SearchProblem problem{&graph, {}, {}};
  return product_in_decimal(run_search(engine, problem, {}).order_factors);
}

/// Nodes of colour 0 first, then those of colour 1.
std::string coloured_order_by(SymmetryEngine engine, const Graph& graph,
                              const std::vector<std::int32_t>& colours) {
  SearchProblem problem{&graph, {}, {}};
  for (const std::int32_t colour : {0, 1}) {
    for (std::int32_t v = 0; v < graph.num_nodes(); ++v) {
      if (colours[v] == colour) problem.cells.push_back(v);
    }
    problem.cell_ends.resize(problem.cells.size(), 0);
    if (!problem.cell_ends.empty()) problem.cell_ends.back() = 1;
  }
  return product_in_decimal(run_search(engine, problem, {}).order_factors);
}

TEST(GroupOrder, IsTheSameByBothEnginesOnSmallGraphs) {
  for (const Graph& graph : reference::small_graphs()) {
    EXPECT_EQ(order_by(SymmetryEngine::Traces, graph), order_by(SymmetryEngine::DenseNauty, graph));
  }
}

TEST(GroupOrder, IsTheSameByBothEnginesOnTheZoo) {
  for (const auto& [name, graph] : zoo::graphs()) {
    EXPECT_EQ(order_by(SymmetryEngine::Traces, graph), order_by(SymmetryEngine::DenseNauty, graph))
        << name;
  }
}

TEST(GroupOrder, IsTheSameByBothEnginesWithColours) {
  Random random(1);
  for (const auto& [name, graph] : zoo::graphs()) {
    if (graph.num_nodes() > 80) continue;
    std::vector<std::int32_t> colours(graph.num_nodes(), 0);
    for (std::int32_t& colour : colours) colour = random.below(4) == 0 ? 1 : 0;
    EXPECT_EQ(coloured_order_by(SymmetryEngine::Traces, graph, colours),
              coloured_order_by(SymmetryEngine::DenseNauty, graph, colours))
        << name;
  }
}

TEST(GroupOrder, IsTheSameWithTablesAndByRepeatedSearches) {
  Random random(5);
  for (const std::int64_t n : {90, 120}) {
    const Graph graph = cfi_graph(random_regular_graph(n, 3, random));
    const SearchProblem problem{&graph, {}, {}};
    const SearchResult found = run_nauty(SymmetryEngine::Traces, problem, {}, SearchGoal::Group);
    ASSERT_GT(found.order_exponent, 0) << "exact already";
    constexpr double no_tables = 0.0;
    const std::string expected = second_engine::run_bliss(graph).order;
    EXPECT_EQ(product_in_decimal(order_factors(problem, found, {})), expected);
    EXPECT_EQ(product_in_decimal(order_factors(problem, found, {}, no_tables)), expected);
  }
}

TEST(GroupOrder, OfBlissIsTakenApartIntoPrimes) {
  EXPECT_EQ(small_factors("1", 5), std::vector<std::int64_t>());
  EXPECT_EQ(small_factors("360", 5), (std::vector<std::int64_t>{2, 2, 2, 3, 3, 5}));
  const std::string large = reference::factorial(97);
  EXPECT_EQ(product_in_decimal(small_factors(large, 97)), large);
}

TEST(GroupOrder, IsExactWhereColourRefinementIsNot) {
  // Cells of the refined partition are larger than orbits all along the path.
  for (const std::int64_t copies : {2, 5, 10}) {
    std::string expected = reference::factorial(copies);
    for (std::int64_t i = 0; i < copies; ++i) expected = reference::times(expected, 192);
    EXPECT_EQ(order_by(SymmetryEngine::Traces, disjoint_copies(shrikhande_graph(), copies)),
              expected);
  }
}

/// From one search of Traces. run_search would split off the parts of the graph before it.
std::string order_in_one_piece(const SearchProblem& problem) {
  const SearchResult found = run_nauty(SymmetryEngine::Traces, problem, {});
  EXPECT_GT(found.order_exponent, 0) << "the order is so small that Traces has it exactly";
  return product_in_decimal(order_factors(problem, found, {}));
}

TEST(GroupOrder, IsCorrectedWhereCellsAreLargerThanOrbits) {
  // The node that is individualised in a copy has nine nodes at distance two: one cell, two orbits.
  const Graph graph = disjoint_copies(shrikhande_graph(), 8);
  std::string order = reference::factorial(8);
  for (int i = 0; i < 8; ++i) order = reference::times(order, 192);
  EXPECT_EQ(order_in_one_piece({&graph, {}, {}}), order);
}

TEST(GroupOrder, IsCorrectedWithColoursToo) {
  // The first three copies have a colour of their own, and stand last.
  const Graph graph = disjoint_copies(shrikhande_graph(), 8);
  SearchProblem problem{&graph, {}, {}};
  const auto n = static_cast<std::int32_t>(graph.num_nodes());
  for (std::int32_t v = 0; v < n; ++v) problem.cells.push_back((v + 3 * 16) % n);
  problem.cell_ends.assign(n, 0);
  problem.cell_ends[5 * 16 - 1] = problem.cell_ends.back() = 1;
  std::string order = reference::times(reference::factorial(5), 6);
  for (int i = 0; i < 8; ++i) order = reference::times(order, 192);
  EXPECT_EQ(order_in_one_piece(problem), order);
}

TEST(GroupOrder, OfAUnionIsTheProductOverItsParts) {
  // 4! 192^4 times 3! 1152^3: refinement does not even tell the two kinds of parts apart.
  std::string expected = reference::times(reference::factorial(4), 6);
  for (int i = 0; i < 4; ++i) expected = reference::times(expected, 192);
  for (int i = 0; i < 3; ++i) expected = reference::times(expected, 1152);
  const Graph graph =
      disjoint_union(disjoint_copies(shrikhande_graph(), 4), disjoint_copies(rook_graph(4, 4), 3));
  EXPECT_EQ(order_by(SymmetryEngine::Traces, graph), expected);
  EXPECT_EQ(second_engine::run_bliss(graph).order, expected);
}

TEST(GroupOrder, OfLargeCfiGraphsIsAPowerOfTwoTimesTheBase) {
  const Graph base = torus_graph(5, 6);  // D_5 x D_6
  const Graph graph = cfi_graph(base);
  ASSERT_EQ(choose_engine(graph.num_nodes()), SymmetryEngine::Traces);
  EXPECT_EQ(compute_symmetry(graph).order,
            reference::times(reference::power(2, base.num_edges() - base.num_nodes() + 1), 120));
}

/// Schoolbook multiplication, digit by digit.
std::string slow_product(const std::vector<std::int64_t>& factors) {
  std::vector<std::int64_t> digits = {1};  // lowest first
  for (const std::int64_t factor : factors) {
    std::int64_t carry = 0;
    for (std::int64_t& digit : digits) {
      carry += digit * factor;
      digit = carry % 10;
      carry /= 10;
    }
    for (; carry > 0; carry /= 10) digits.push_back(carry % 10);
  }
  std::string text;
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) {
    text.push_back(static_cast<char>('0' + *digit));
  }
  return text;
}

TEST(ProductInDecimal, IsExactForEverySize) {
  EXPECT_EQ(product_in_decimal({}), "1");
  EXPECT_EQ(product_in_decimal(std::vector<std::int64_t>{1}), "1");
  const std::int64_t large = 3'037'000'500;  // its square does not fit a signed word
  EXPECT_EQ(product_in_decimal(std::vector<std::int64_t>{large, large, large}),
            slow_product({large, large, large}));
  std::vector<std::int64_t> factors;
  for (std::int64_t k = 1; k <= 8000; ++k) {
    factors.push_back(k);
    // 10,000 digits, where the conversion begins to split, lie between 3248! and 3249!.
    if (k % 2000 == 0 || k == 3248 || k == 3249) {
      EXPECT_EQ(product_in_decimal(factors), slow_product(factors)) << k;
    }
  }
  const std::vector<std::int64_t> tens(40'000, 10);
  EXPECT_EQ(product_in_decimal(tens), "1" + std::string(40'000, '0'));
}

}  // namespace
}  // namespace isotypic::group_order_test
