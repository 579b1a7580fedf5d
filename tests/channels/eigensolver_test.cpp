#include "isotypic/channels/eigensolver.hpp"

#include <gtest/gtest.h>

#include "isotypic/base/parallel.hpp"
#include "isotypic/channels/channels.hpp"
#include "isotypic/channels/internal/operator.hpp"
#include "isotypic/graph/families.hpp"
#include "tests/support/laws.hpp"
#include "tests/support/sample_graphs.hpp"

namespace isotypic::eigensolver_test {
namespace {

Eigen::MatrixXd random_symmetric(std::int64_t n) {
  Random random(static_cast<std::uint64_t>(n));
  const Eigen::MatrixXd m = samples::random_embeddings(n, n, random);
  return m + m.transpose();
}

void expect_solved(const Eigen::MatrixXd& s, const Eigenpairs& pairs) {
  const Eigen::MatrixXd& q = pairs.vectors;
  ASSERT_EQ(q.cols(), s.rows());
  expect_orthonormal(q, 1e-11);
  EXPECT_LT((s * q - q * pairs.values.asDiagonal()).norm(), 1e-12 * s.norm());
  EXPECT_TRUE(std::is_sorted(pairs.values.begin(), pairs.values.end()));
}

TEST(Eigensolver, SolvesOnBothSidesOfTheBorder) {
  for (const std::int64_t n : {1, 2, 3, 20, 55, 56, 57, 200}) {
    const Eigen::MatrixXd s = random_symmetric(n);
    expect_solved(s, solve_symmetric(s));
  }
  EXPECT_EQ(solve_symmetric(Eigen::MatrixXd(0, 0)).values.size(), 0);
}

TEST(Eigensolver, SolvesWhatEigensIterationDoesNotConvergeOn) {
  const Symmetry symmetry = compute_symmetry(paley_graph(29));
  const Orbitals orbitals = canonical_orbitals(symmetry);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Eigen::MatrixXd s = equivariant_matrix(
        orbitals, symmetrised(orbitals, draw_coefficients(orbitals.count, {.seed = seed})));
    expect_solved(s, solve_symmetric(s));
  }
}

TEST(Eigensolver, GivesTheSameBitsOnEveryThread) {
  const Eigen::MatrixXd s = random_symmetric(300);
  const Eigenpairs alone = solve_symmetric(s);
  std::vector<char> equal(6, 0);
  parallel_for(6, 3, [&](std::int64_t i) {
    const Eigenpairs pairs = solve_symmetric(s);
    equal[i] = pairs.values == alone.values && pairs.vectors == alone.vectors ? 1 : 0;
  });
  EXPECT_EQ(std::count(equal.begin(), equal.end(), 1), 6);
}

}  // namespace
}  // namespace isotypic::eigensolver_test
