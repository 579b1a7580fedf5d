#include "experiments/isomorphic_copies.hpp"

#include <gtest/gtest.h>

#include "isotypic/graph/families.hpp"
#include "tests/support/samples.hpp"

namespace isotypic::experiments::isomorphic_copies_test {
namespace {

TEST(IsomorphicCopies, ArePutWithTheFirstOne) {
  std::vector<Sample> samples;
  for (std::uint64_t i = 0; i < 8; ++i) {
    const Graph graph = i % 3 == 0 ? rook_graph(4, 4) : shrikhande_graph();
    samples.push_back(Sample{.graph = relabel(graph, test::random_permutation(16, i))});
  }
  EXPECT_EQ(first_isomorphic(samples), (std::vector<std::int64_t>{0, 1, 1, 0, 1, 1, 0, 1}));
}

TEST(IsomorphicCopies, StandForEachOtherOnlyWhereGraphsDoNotSeeEachOther) {
  using nn::Normalisation;
  EXPECT_TRUE(treats_graphs_apart({.norm = Normalisation::Fixed}));
  EXPECT_TRUE(treats_graphs_apart({.norm = Normalisation::Centred}));
  EXPECT_FALSE(treats_graphs_apart({.norm = Normalisation::Batch}));
  EXPECT_FALSE(treats_graphs_apart({.dropout = 0.1, .norm = Normalisation::Fixed}));
}

}  // namespace
}  // namespace isotypic::experiments::isomorphic_copies_test
