#include "isotypic/data/spectral_targets.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"

namespace isotypic::spectral_targets_test {
namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing::IsNan;

TEST(SpectralTargets, OfACompleteGraphAreAllNOverNMinusOne) {
  EXPECT_THAT(smallest_nonzero_eigenvalues(complete_graph(5), 4),
              testing::Each(FloatNear(1.25F, 1e-6F)));
}

TEST(SpectralTargets, OfACycleAreOneMinusCosines) {
  const auto value = [](int k) {
    return FloatNear(static_cast<float>(1.0 - std::cos(2.0 * std::numbers::pi * k / 7.0)), 1e-6F);
  };
  EXPECT_THAT(smallest_nonzero_eigenvalues(cycle_graph(7), 6),
              ElementsAre(value(1), value(1), value(2), value(2), value(3), value(3)));
}

TEST(SpectralTargets, HaveOneZeroPerComponentAndIsolatedNode) {
  const Graph graph = make_graph(6, {{0, 1}, {2, 3}, {3, 4}});
  const std::vector<double> spectrum = normalised_laplacian_spectrum(graph);
  EXPECT_EQ(std::ranges::count_if(spectrum, [](double x) { return x < zero_eigenvalue; }), 3);
  EXPECT_THAT(smallest_nonzero_eigenvalues(graph, 3),
              ElementsAre(FloatNear(1.0F, 1e-6F), FloatNear(2.0F, 1e-6F), FloatNear(2.0F, 1e-6F)));
}

TEST(SpectralTargets, MarkEigenvaluesThatDoNotExistAsMissing) {
  EXPECT_THAT(smallest_nonzero_eigenvalues(make_graph(2, {{0, 1}}), 3),
              ElementsAre(FloatNear(2.0F, 1e-6F), IsNan(), IsNan()));
  EXPECT_THAT(smallest_nonzero_eigenvalues(make_graph(3, {}), 1), ElementsAre(IsNan()));
}

}  // namespace
}  // namespace isotypic::spectral_targets_test
