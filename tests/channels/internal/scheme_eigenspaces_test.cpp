#include "isotypic/channels/internal/scheme_eigenspaces.hpp"

#include <gtest/gtest.h>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/channels.hpp"
#include "isotypic/channels/internal/operator.hpp"
#include "isotypic/graph/families.hpp"
#include "tests/support/laws.hpp"

namespace isotypic::scheme_eigenspaces_test {
namespace {

TEST(SchemeEigenspaces, AreThoseOfTheOperator) {
  for (const Graph& graph : {petersen_graph(), hypercube_graph(5), kneser_graph(7, 2),
                             complete_graph(6), paley_graph(13), cycle_graph(12)}) {
    const Orbitals orbitals = canonical_orbitals(compute_symmetry(graph));
    ASSERT_TRUE(is_multiplicity_free(orbitals));
    const std::vector<double> coefficients = draw_coefficients(orbitals.count, {});
    const Eigen::MatrixXd matrix = equivariant_matrix(orbitals, coefficients);
    const Eigenpairs pairs = solve_scheme(orbitals, coefficients);
    expect_orthonormal(pairs.vectors, 1e-12);
    EXPECT_LT((matrix * pairs.vectors - pairs.vectors * pairs.values.asDiagonal()).norm(),
              1e-11 * matrix.norm());
    EXPECT_LT((pairs.values - solve_symmetric(matrix).values).norm(), 1e-11 * matrix.norm());
  }
}

TEST(SchemeEigenspaces, RefuseCoefficientsThatDoNotSeparate) {
  const Orbitals orbitals = canonical_orbitals(compute_symmetry(hypercube_graph(4)));
  EXPECT_THROW((void)solve_scheme(orbitals, std::vector<double>(orbitals.count, 1.0)), Error);
}

TEST(SchemeEigenspaces, DecomposeALargeHypercube) {
  const Orbitals orbitals = canonical_orbitals(compute_symmetry(hypercube_graph(9)));
  EXPECT_TRUE(prefers_scheme(orbitals));
  const Channels channels = decompose(hypercube_graph(9));
  ASSERT_EQ(channels.canonical->channels.size(), 10);
  EXPECT_EQ(channels.canonical->channels[0].dim, 126);
  EXPECT_LT(channels.canonical->certificate.residual, 1e-13);
}

TEST(SchemeEigenspaces, AreNotWorthItForManyOrbitals) {
  EXPECT_FALSE(prefers_scheme(canonical_orbitals(compute_symmetry(cycle_graph(600)))));
  EXPECT_FALSE(prefers_scheme(canonical_orbitals(compute_symmetry(star_graph(600)))));
}

}  // namespace
}  // namespace isotypic::scheme_eigenspaces_test
