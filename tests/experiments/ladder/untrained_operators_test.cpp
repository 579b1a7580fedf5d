#include "experiments/ladder/untrained_operators.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "isotypic/base/random.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/permutation.hpp"
#include "isotypic/graph/wl_hard.hpp"
#include "isotypic/ladder/compare.hpp"
#include "isotypic/symmetry/internal/search.hpp"

namespace isotypic::experiments::untrained_operators_test {
namespace {

std::vector<double> features(const Graph& graph, const UntrainedOperators& options) {
  return operator_features(describe_orbitals(graph, compute_symmetry(graph)), options);
}

/// The pairs of both suites.
std::vector<GraphPair> hard_pairs() {
  std::vector<GraphPair> pairs = wl_hard_suite();
  for (GraphPair& pair : extended_wl_hard_suite()) pairs.push_back(std::move(pair));
  return pairs;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

/// Differences that are rounding, far from those that count.
constexpr double rounding = 0.01 * least_feature_difference;

TEST(UntrainedOperators, NeverSeeMoreThanTheRungThatBoundsThem) {
  for (const auto& [sizes, bound] : {std::pair(false, Rung::Fwl2), {true, Rung::Fwl2Sizes}}) {
    std::int64_t beyond = 0;
    std::int64_t told_apart = 0;
    for (const GraphPair& pair : hard_pairs()) {
      GraphLadder first(pair.first);
      GraphLadder second(pair.second);
      const bool seen = difference(first.at(bound), second.at(bound)).has_value();
      for (const std::int64_t rounds : {1, 2}) {
        const UntrainedOperators options{.sizes = sizes, .rounds = rounds};
        const double apart =
            largest_difference(features(pair.first, options), features(pair.second, options));
        told_apart += apart > least_feature_difference ? 1 : 0;
        if (seen) continue;
        ++beyond;
        EXPECT_LT(apart, rounding) << pair.family << ' ' << pair.name;
      }
    }
    EXPECT_GT(beyond, 4) << "there are pairs that the rung does not tell apart";
    EXPECT_GT(told_apart, 100) << "and pairs that the operators do";
  }
}

TEST(UntrainedOperators, GiveRelabelledCopiesAndTheOtherEngineTheSameNumbers) {
  Random random(7);
  for (const GraphPair& pair : hard_pairs()) {
    const Graph& graph = pair.first;
    const Graph copy = relabel(graph, random_permutation(graph.num_nodes(), random));
    const auto traces = run_search(SymmetryEngine::Traces, {&graph, {}, {}}, {});
    for (const bool sizes : {false, true}) {
      const UntrainedOperators options{.sizes = sizes, .rounds = 2};
      const std::vector<double> own = features(graph, options);
      const std::vector<double> relabelled = features(copy, options);
      const std::vector<double> searched =
          operator_features(describe_orbitals(graph, traces.generators), options);
      EXPECT_LT(largest_difference(own, relabelled), rounding) << pair.name;
      EXPECT_LT(largest_difference(own, searched), rounding) << pair.name;
    }
  }
}

}  // namespace
}  // namespace isotypic::experiments::untrained_operators_test
