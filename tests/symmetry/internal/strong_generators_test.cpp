#include "isotypic/symmetry/internal/strong_generators.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "isotypic/base/random.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/symmetry/internal/group_order.hpp"
#include "isotypic/symmetry/orbitals.hpp"
#include "isotypic/symmetry/symmetry.hpp"
#include "tests/support/zoo.hpp"

namespace isotypic::strong_generators_test {
namespace {

double log2_of(const Symmetry& symmetry) {
  // Enough digits for a double, and how many were left out.
  const std::string head = symmetry.order.substr(0, 15);
  const auto rest = static_cast<double>(symmetry.order.size() - head.size());
  return std::log2(std::stod(head)) + rest * std::log2(10.0);
}

TEST(StrongGenerators, GenerateTheGroupAndKnowItsOrder) {
  for (const auto& [name, graph] : zoo::graphs()) {
    const Symmetry symmetry = compute_symmetry(graph);
    const std::int64_t n = graph.num_nodes();
    const StrongGenerators strong =
        strong_generators(n, symmetry.generators, log2_of(symmetry), {});
    EXPECT_EQ(product_in_decimal(strong.order_factors), symmetry.order) << name;
    EXPECT_EQ(compute_orbitals(n, strong.generators), compute_orbitals(n, symmetry.generators))
        << name;
  }
}

TEST(StrongGenerators, DependOnTheGroupAlone) {
  Random random(1);
  for (const Graph& graph : {petersen_graph(), torus_graph(8, 8), rook_graph(5, 5),
                             cycle_graph(300), hypercube_graph(6)}) {
    const Symmetry symmetry = compute_symmetry(graph);
    const std::int64_t n = graph.num_nodes();
    const StrongGenerators expected =
        strong_generators(n, symmetry.generators, log2_of(symmetry), {});
    // Other generators: each multiplied by the one before it, in another order.
    std::vector<SparsePermutation> others;
    Permutation product = identity_permutation(n);
    for (const SparsePermutation& g : symmetry.generators) {
      product = compose(to_dense(g, n), product);
      others.insert(others.begin(), to_sparse(product));
    }
    EXPECT_EQ(strong_generators(n, others, log2_of(symmetry), {}).generators, expected.generators);
  }
}

TEST(StrongGenerators, OfTheTrivialGroupAreNone) {
  EXPECT_TRUE(strong_generators(5, {}, 0.0, {}).generators.empty());
  EXPECT_TRUE(orbit_sizes(5, {}, 0.0, {}).empty());
}

}  // namespace
}  // namespace isotypic::strong_generators_test
