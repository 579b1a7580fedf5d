#include "isotypic/symmetry/canonical_hash.hpp"

#include <gtest/gtest.h>

#include "isotypic/graph/permutation.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/zoo.hpp"

namespace isotypic::canonical_hash_test {
namespace {

TEST(CanonicalHash, IsThatOfTheSymmetry) {
  for (const Graph& graph : reference::small_graphs()) {
    EXPECT_EQ(canonical_hash(graph), compute_symmetry(graph).hash);
  }
  for (const auto& [name, graph] : zoo::graphs()) {
    EXPECT_EQ(canonical_hash(graph), compute_symmetry(graph).hash) << name;
  }
  EXPECT_EQ(canonical_hash(Graph()), compute_symmetry(Graph()).hash);
}

TEST(CanonicalHash, RespectsColoursOnRequestOnly) {
  const Graph graph =
      make_graph(3, std::vector<Edge>{{0, 1}, {1, 2}}, {.nodes = {0, 0, 1}, .edges = {4, 5}});
  const Graph bare = without_colours(graph);
  EXPECT_EQ(canonical_hash(graph), canonical_hash(bare));
  for (const SymmetryOptions& options :
       {SymmetryOptions{.node_colours = true}, SymmetryOptions{.edge_colours = true}}) {
    EXPECT_EQ(canonical_hash(graph, options), compute_symmetry(graph, options).hash);
    EXPECT_NE(canonical_hash(graph, options), canonical_hash(bare));
  }
}

}  // namespace
}  // namespace isotypic::canonical_hash_test
