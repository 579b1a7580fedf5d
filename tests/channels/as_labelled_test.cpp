#include "isotypic/channels/as_labelled.hpp"

#include <gtest/gtest.h>

#include "isotypic/channels/readout.hpp"
#include "isotypic/graph/families.hpp"

namespace isotypic::as_labelled_test {
namespace {

Eigen::VectorXd features_of(const Graph& graph, Grouping grouping) {
  Eigen::MatrixXd degrees(graph.num_nodes(), 1);
  for (std::int32_t v = 0; v < graph.num_nodes(); ++v) {
    degrees(v, 0) = static_cast<double>(graph.neighbours(v).size());
  }
  const Channels channels =
      decompose_as_labelled(graph, compute_symmetry(graph), {.grouping = grouping});
  return isotypic_features(channels, degrees, {}).values;
}

TEST(AsLabelled, AgreesWithDecomposeOnACanonicalForm) {
  const Graph canonical = compute_symmetry(petersen_graph()).canonical;
  const Symmetry symmetry = compute_symmetry(canonical);
  const Channels labelled = decompose_as_labelled(symmetry.canonical, symmetry);
  EXPECT_EQ(labelled.canonical->basis, decompose(symmetry).canonical->basis);
}

TEST(AsLabelled, DependsOnTheNodeNumbersInsideAComponentAndOnlyThere) {
  const Graph graph = path_graph(9);
  const Graph copy = relabel(graph, Permutation{3, 1, 4, 0, 5, 8, 2, 6, 7});
  const auto distance = [&](Grouping grouping) {
    const Eigen::VectorXd features = features_of(graph, grouping);
    return (features - features_of(copy, grouping)).norm() / features.norm();
  };
  EXPECT_GT(distance(Grouping::Channels), 1e-3);
  EXPECT_LT(distance(Grouping::Components), 1e-10);
}

}  // namespace
}  // namespace isotypic::as_labelled_test
