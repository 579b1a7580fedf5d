#include "isotypic/channels/structure.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "isotypic/channels/components_readout.hpp"
#include "isotypic/channels/theory.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/no_hash.hpp"
#include "tests/support/sample_graphs.hpp"
#include "tests/support/zoo.hpp"

namespace isotypic::structure_test {
namespace {

constexpr ChannelOptions by_components{.grouping = Grouping::Components};

Eigen::MatrixXd dense_operator(const Graph& graph, GraphOperator kind) {
  const std::int64_t n = graph.num_nodes();
  double largest = 0.0;
  for (std::int64_t v = 0; v < n; ++v) {
    largest = std::max(largest, static_cast<double>(graph.degree(v)));
  }
  Eigen::MatrixXd x = Eigen::MatrixXd::Zero(n, n);
  for (const auto& [u, v] : graph.edges()) {
    const double degrees = static_cast<double>(graph.degree(u) * graph.degree(v));
    const double entry =
        kind == GraphOperator::ScaledAdjacency ? 1.0 / largest : 1.0 / std::sqrt(degrees);
    x(u, v) = x(v, u) = kind == GraphOperator::NormalisedLaplacian ? -entry : entry;
  }
  if (kind == GraphOperator::NormalisedLaplacian) {
    for (std::int64_t v = 0; v < n; ++v) x(v, v) = graph.degree(v) > 0 ? 1.0 : 0.0;
  }
  return x;
}

TEST(Structure, HasTheMomentsOfTheProjectors) {
  for (const Graph& graph : samples::assorted()) {
    for (const Grouping grouping : {Grouping::Channels, Grouping::Components}) {
      const Channels channels = decompose(compute_symmetry(graph), {.grouping = grouping});
      for (const GraphOperator kind :
           {GraphOperator::NormalisedAdjacency, GraphOperator::ScaledAdjacency,
            GraphOperator::NormalisedLaplacian}) {
        const auto structures = component_structures(channels, graph, {.graph_operator = kind});
        ASSERT_EQ(structures.size(), channels.canonical->components.size());
        for (std::size_t i = 0; i < structures.size(); ++i) {
          EXPECT_EQ(structures[i].component, channels.canonical->components[i]);
          ASSERT_EQ(structures[i].moments.size(), 11U);
          Eigen::MatrixXd power = component_projector(channels, static_cast<std::int64_t>(i));
          const Eigen::MatrixXd x = dense_operator(graph, kind);
          for (const double moment : structures[i].moments) {
            EXPECT_NEAR(moment, power.trace() / static_cast<double>(graph.num_nodes()), 1e-12);
            power = power * x;
          }
        }
      }
    }
  }
}

TEST(Structure, AddsUpToTheSpectrumOfTheGraph) {
  const Graph graph = samples::heap_tree(20);
  const auto structures = component_structures(decompose(compute_symmetry(graph)), graph);
  const Eigen::MatrixXd x = dense_operator(graph, GraphOperator::NormalisedAdjacency);
  const Eigen::VectorXd spectrum = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(x).eigenvalues();
  for (std::size_t k = 0; k <= 10; ++k) {
    double total = 0.0;
    for (const ComponentStructure& structure : structures) total += structure.moments[k];
    EXPECT_NEAR(total, spectrum.array().pow(static_cast<double>(k)).sum() / 20.0, 1e-12);
  }
}

/// Every number of the ordered structures, one after the other.
Eigen::VectorXd flattened(const Graph& graph, const Circumstances& given) {
  const Channels channels =
      decompose(compute_symmetry(graph, given.symmetry), {.seed = given.seed});
  std::vector<double> values;
  for (const auto& [component, moments] : order_by_value(component_structures(channels, graph))) {
    values.push_back(static_cast<double>(component.dim * 1000 + component.multiplicity));
    values.push_back(static_cast<double>(component.type) + (component.trivial ? 0.5 : 0.0));
    values.insert(values.end(), moments.begin(), moments.end());
  }
  return Eigen::Map<Eigen::VectorXd>(values.data(), std::ssize(values));
}

TEST(Structure, InTheOrderOfItsValuesDependsOnNoSeedLabellingOrEngine) {
  Random random(5);
  for (const auto& [name, graph] : zoo::graphs()) {
    if (graph.num_nodes() > 64) continue;
    EXPECT_LT(largest_deviation(graph, flattened, 4, random), no_hash_limit) << name;
  }
}

/// Embeddings that follow the nodes: smooth functions of degrees and walks.
Eigen::MatrixXd walk_embeddings(const Graph& graph) {
  const Eigen::MatrixXd x = dense_operator(graph, GraphOperator::NormalisedAdjacency);
  Eigen::MatrixXd m(graph.num_nodes(), 4);
  m.col(0).setOnes();
  m.col(1) = (x * x).diagonal();
  m.col(2) = x * m.col(0);
  m.col(3) = (x * m.col(2)).array().sin();
  return m;
}

Eigen::VectorXd readout(const Graph& graph, const Circumstances& given) {
  ChannelOptions options = by_components;
  options.seed = given.seed;
  const Channels channels = decompose(compute_symmetry(graph, given.symmetry), options);
  return components_readout(channels, component_structures(channels, graph),
                            walk_embeddings(graph));
}

TEST(ComponentsReadout, DependsOnNoSeedLabellingOrEngine) {
  Random random(6);
  for (const auto& [name, graph] : zoo::graphs()) {
    if (graph.num_nodes() > 64) continue;
    EXPECT_LT(largest_deviation(graph, readout, 4, random), no_hash_limit) << name;
  }
}

TEST(ComponentsReadout, SeesEmbeddingsThatArePermutedAlong) {
  Random random(7);
  for (const Graph& graph : samples::assorted()) {
    const std::int64_t n = graph.num_nodes();
    const Eigen::MatrixXd m = samples::random_embeddings(n, 3, random);
    const Permutation p = random_permutation(n, random);
    const auto read = [](const Graph& g, const Eigen::MatrixXd& rows, std::uint64_t seed) {
      const Channels channels =
          decompose(compute_symmetry(g), {.seed = seed, .grouping = Grouping::Components});
      return components_readout(channels, component_structures(channels, g), rows);
    };
    const Eigen::VectorXd expected = read(graph, m, 0);
    const Eigen::VectorXd copy = read(relabel(graph, p), samples::permute_rows(m, p), 1);
    EXPECT_LT((copy - expected).norm(), 1e-9 * std::max(1.0, expected.norm()));
    EXPECT_GT((read(graph, 2.0 * m, 0) - expected).norm(), 1e-3);
  }
}

TEST(ComponentsReadout, TellsTheRookFromTheShrikhandeGraphOnConstantEmbeddings) {
  const auto read = [](const Graph& graph) {
    const Channels channels = decompose(compute_symmetry(graph), by_components);
    return components_readout(channels, component_structures(channels, graph),
                              Eigen::MatrixXd::Ones(16, 2));
  };
  EXPECT_GT((read(rook_graph(4, 4)) - read(shrikhande_graph())).norm(), 0.1);
}

TEST(ComponentsReadout, OfFloatsAgreesToTheirPrecision) {
  const Graph graph = cycle_graph(8);
  const Channels channels = decompose(compute_symmetry(graph), by_components);
  const auto structures = component_structures(channels, graph);
  Random random(8);
  const Eigen::MatrixXd m = samples::random_embeddings(8, 3, random);
  const Eigen::VectorXd in_double = components_readout(channels, structures, m);
  const Eigen::VectorXd in_float =
      components_readout(channels, structures, Eigen::MatrixXf(m.cast<float>()));
  EXPECT_LT((in_double - in_float).norm(), 1e-4);
}

TEST(ComponentsReadout, RefusesWhatIsNotGroupedByComponents) {
  const Graph graph = star_graph(6);
  const Channels channels = decompose(compute_symmetry(graph));
  const auto structures = component_structures(channels, graph);
  const Eigen::MatrixXd ones = Eigen::MatrixXd::Ones(7, 1);
  EXPECT_EQ(error_text([&] { (void)components_readout(channels, structures, ones); }),
            "the channels are 3 blocks for 2 components: decompose with Grouping::Components and "
            "keep all blocks");
  const Channels whole = decompose(compute_symmetry(graph), by_components);
  EXPECT_EQ(
      error_text([&] { (void)components_readout(whole, structures, ones, {.num_features = 0}); }),
      "num_features must be in 1..65536, not 0");
  EXPECT_EQ(error_text([&] { (void)component_structures(whole, cycle_graph(6)); }),
            "the graph has 6 nodes, the channels 7");
}

}  // namespace
}  // namespace isotypic::structure_test
