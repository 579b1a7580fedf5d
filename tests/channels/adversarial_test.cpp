// Coefficients chosen to break the grouping of eigenvalues: an error, never a wrong block.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/channels.hpp"
#include "tests/support/sample_graphs.hpp"

namespace isotypic::adversarial_test {
namespace {

Symmetry hexagon_symmetry() { return compute_symmetry(cycle_graph(6)); }

/// Coefficients of the hexagon's orbitals by distance: S has the eigenvalues
/// c0 + 2 c1 cos(k pi/3) + 2 c2 cos(2 k pi/3) + c3 cos(k pi) for k = 0, 1, 2, 3.
std::vector<double> by_distance(const Symmetry& symmetry, const std::vector<double>& c) {
  const Orbitals orbitals = compute_orbitals(symmetry);
  std::vector<double> coefficients(orbitals.count);
  for (std::int64_t v = 0; v < 4; ++v) coefficients[orbitals(0, v)] = c[v];
  return coefficients;
}

/// Coefficients for which the eigenvalues k = 1 and k = 2 differ by `gap`.
std::vector<double> nearly_equal(const Symmetry& symmetry, double gap) {
  // lambda_1 = c0 + c1 - c2 - c3, lambda_2 = c0 - c1 - c2 + c3.
  return by_distance(symmetry, {1.0, 0.75 + gap / 2, 0.25, 0.75});
}

bool is_error(const Symmetry& symmetry, const std::vector<double>& coefficients) {
  try {
    static_cast<void>(decompose_operator(symmetry, canonical_orbitals(symmetry), coefficients));
    return false;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Runtime);
    return true;
  }
}

TEST(AdversarialCoefficients, EqualEigenvaluesOfDifferentComponentsAreAnError) {
  EXPECT_TRUE(is_error(hexagon_symmetry(), nearly_equal(hexagon_symmetry(), 0.0)));
}

TEST(AdversarialCoefficients, NearlyEqualEigenvaluesAreAnErrorOrTheRightBlocks) {
  const Symmetry symmetry = hexagon_symmetry();
  int errors = 0;
  for (double gap = 1e-17; gap < 1e-2; gap *= 3) {
    try {
      const Channels channels =
          decompose_operator(symmetry, canonical_orbitals(symmetry), nearly_equal(symmetry, gap));
      std::vector<std::int64_t> dims;
      for (const Channel& a : channels.canonical->channels) dims.push_back(a.dim);
      EXPECT_EQ(dims, (std::vector<std::int64_t>{2, 2, 1, 1})) << "gap " << gap;
    } catch (const Error&) {
      EXPECT_LT(gap, 1e-5) << "a gap as wide as this is no reason to give up";
      ++errors;
    }
  }
  EXPECT_GT(errors, 0);
}

TEST(AdversarialCoefficients, AllZeroIsAnError) {
  EXPECT_TRUE(is_error(hexagon_symmetry(), by_distance(hexagon_symmetry(), {0, 0, 0, 0})));
}

TEST(AdversarialCoefficients, OnlyTheAdjacencyIsAnErrorWhereItIsNotGeneric) {
  // Two isolated edges: adjacency has the eigenvalues 1, 1, -1, -1, but there are three channels.
  const Symmetry symmetry = compute_symmetry(samples::copies(complete_graph(2), 2));
  const Orbitals orbitals = compute_orbitals(symmetry);
  std::vector<double> coefficients(orbitals.count, 0.0);
  coefficients[orbitals(0, 1)] = 1.0;
  EXPECT_TRUE(is_error(symmetry, coefficients));
}

TEST(AdversarialCoefficients, MergedCopiesOfOneComponentAreAnError) {
  // Coefficients that are zero off the diagonal merge the two copies of each component of a path
  // of four nodes: {0, 3} and {1, 2} are orbits, and S is diagonal.
  const Graph path = make_graph(4, {{0, 1}, {1, 2}, {2, 3}});
  const Symmetry symmetry = compute_symmetry(path);
  const Orbitals orbitals = compute_orbitals(symmetry);
  std::vector<double> coefficients(orbitals.count, 0.0);
  coefficients[orbitals(0, 0)] = coefficients[orbitals(1, 1)] = 1.0;
  EXPECT_TRUE(is_error(symmetry, coefficients));
  coefficients[orbitals(1, 1)] = 2.0;
  EXPECT_TRUE(is_error(symmetry, coefficients));
}

TEST(AdversarialCoefficients, ATooWideToleranceIsAnErrorNotAWrongBlock) {
  const Symmetry symmetry = hexagon_symmetry();
  try {
    const Channels channels = decompose(symmetry, {.tolerance = 0.5});
    EXPECT_EQ(channels.canonical->channels.size(), 4);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Runtime);
  }
  EXPECT_THROW(static_cast<void>(decompose(symmetry, {.tolerance = 0.0})), Error);
}

TEST(AdversarialCoefficients, ABadDrawIsReplacedByTheNextOne) {
  // With this tolerance the first draws of some seeds put two eigenvalues too close together.
  const Symmetry symmetry = compute_symmetry(cycle_graph(24));
  std::int64_t most = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Channels channels = decompose(symmetry, {.seed = seed, .tolerance = 1e-3});
    EXPECT_EQ(channels.canonical->channels.size(), 13) << "seed " << seed;
    most = std::max(most, channels.canonical->certificate.attempts);
  }
  EXPECT_GT(most, 1);
}

TEST(AdversarialCoefficients, AWrongNumberOfThemIsAnError) {
  const Symmetry symmetry = hexagon_symmetry();
  const std::vector<double> three(3, 1.0);
  EXPECT_THROW(static_cast<void>(decompose_operator(symmetry, canonical_orbitals(symmetry), three)),
               Error);
}

}  // namespace
}  // namespace isotypic::adversarial_test
