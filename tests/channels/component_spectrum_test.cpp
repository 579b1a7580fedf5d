#include "isotypic/channels/component_spectrum.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "isotypic/base/error.hpp"
#include "tests/support/sample_graphs.hpp"

namespace isotypic::component_spectrum_test {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Pointwise;

Eigen::MatrixXd adjacency_matrix(const Graph& graph) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(graph.num_nodes(), graph.num_nodes());
  for (const Edge& edge : graph.edges()) matrix(edge.u, edge.v) = matrix(edge.v, edge.u) = 1.0;
  return matrix;
}

std::vector<double> eigenvalues(const Eigen::MatrixXd& matrix) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix, Eigen::EigenvaluesOnly);
  return {solver.eigenvalues().begin(), solver.eigenvalues().end()};
}

/// All eigenvalues of the components, each as often as its eigenspace has dimensions.
std::vector<double> all_values(const Channels& channels, const Graph& graph,
                               std::vector<double> ComponentSpectrum::*member) {
  std::vector<double> values;
  const std::vector<ComponentSpectrum> spectra = component_spectra(channels, graph);
  for (std::size_t i = 0; i < spectra.size(); ++i) {
    const Component& component = channels.canonical->components[i];
    EXPECT_EQ(std::ssize(spectra[i].*member), component.multiplicity);
    for (const double value : spectra[i].*member) {
      values.insert(values.end(), static_cast<std::size_t>(component.dim), value);
    }
  }
  std::ranges::sort(values);
  return values;
}

TEST(ComponentSpectrum, IsTheWholeSpectrumOfTheGraph) {
  for (const Graph& graph : samples::assorted()) {
    const Eigen::MatrixXd adjacency = adjacency_matrix(graph);
    const Eigen::MatrixXd degrees = adjacency.rowwise().sum().asDiagonal();
    for (const Grouping grouping : {Grouping::Channels, Grouping::Components}) {
      const Channels channels = decompose(graph, {.grouping = grouping});
      EXPECT_THAT(all_values(channels, graph, &ComponentSpectrum::adjacency),
                  Pointwise(DoubleNear(1e-9), eigenvalues(adjacency)));
      EXPECT_THAT(all_values(channels, graph, &ComponentSpectrum::laplacian),
                  Pointwise(DoubleNear(1e-9), eigenvalues(degrees - adjacency)));
    }
  }
}

TEST(ComponentSpectrum, OfThePetersenGraph) {
  const std::vector<ComponentSpectrum> spectra =
      component_spectra(decompose(petersen_graph()), petersen_graph());
  ASSERT_EQ(spectra.size(), 3U);  // of dimension 5, 4 and 1
  EXPECT_THAT(spectra[0].adjacency, ElementsAre(DoubleNear(1, 1e-12)));
  EXPECT_THAT(spectra[1].adjacency, ElementsAre(DoubleNear(-2, 1e-12)));
  EXPECT_THAT(spectra[2].adjacency, ElementsAre(DoubleNear(3, 1e-12)));
  EXPECT_THAT(spectra[2].laplacian, ElementsAre(0.0));
}

TEST(ComponentSpectrum, IsEqualForRelabelledCopies) {
  Random random(4);
  for (const Graph& graph : samples::assorted()) {
    const Graph copy = shuffled(graph, random);
    const auto a = component_spectra(decompose(graph), graph);
    const auto b = component_spectra(decompose(copy), copy);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(a[i].adjacency, b[i].adjacency);
      EXPECT_EQ(a[i].laplacian, b[i].laplacian);
    }
  }
}

TEST(ComponentSpectrum, RefusesWhatDoesNotFit) {
  const Graph graph = cycle_graph(6);
  EXPECT_THROW((void)component_spectra(decompose(graph), cycle_graph(7)), Error);
  EXPECT_THROW((void)component_spectra(decompose(graph, {.max_blocks = 1}), graph), Error);
  EXPECT_TRUE(component_spectra(decompose(Graph()), Graph()).empty());
}

}  // namespace
}  // namespace isotypic::component_spectrum_test
