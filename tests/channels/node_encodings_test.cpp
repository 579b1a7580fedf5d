#include "isotypic/channels/node_encodings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>

#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/channels/orbital_descriptors.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/sample_graphs.hpp"

namespace isotypic::node_encodings_test {
namespace {

constexpr NodeEncodingOptions both{.walks = 16, .laplacian = 12};

/// Nodes x columns.
Eigen::MatrixXd encode(const Graph& graph, const NodeEncodingOptions& options = both) {
  const std::vector<double> values = node_encodings(compute_symmetry(graph), options);
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const Rows>(values.data(), graph.num_nodes(), options.total());
}

std::vector<Graph> graphs() {
  std::vector<Graph> all = {petersen_graph(), path_graph(9), star_graph(5),
                            disjoint_union(cycle_graph(5), path_graph(4)), samples::edgeless(3)};
  for (std::uint64_t seed = 0; seed < 8; ++seed)
    all.push_back(samples::random_graph(17, 0.2, seed));
  all.push_back(samples::random_graph(90, 0.05, 1));  // another eigensolver
  return all;
}

/// exp(-t L) by squaring a Taylor series: no eigenvectors.
Eigen::MatrixXd heat(const Graph& graph, double time) {
  const std::int64_t n = graph.num_nodes();
  Eigen::MatrixXd step = Eigen::MatrixXd::Zero(n, n);
  for (const auto& [u, v] : graph.edges()) {
    step(u, v) = step(v, u) = 1.0;
    step(u, u) -= 1.0;
    step(v, v) -= 1.0;
  }
  constexpr int squarings = 16;
  step *= time / std::ldexp(1.0, squarings);
  Eigen::MatrixXd result = Eigen::MatrixXd::Identity(n, n);
  for (int k = 8; k > 0; --k) result = Eigen::MatrixXd::Identity(n, n) + step * result / k;
  for (int i = 0; i < squarings; ++i) result = (result * result).eval();
  return result;
}

TEST(NodeEncodings, FollowTheNodesOfARelabelledGraphToTheLastBit) {
  for (const Graph& graph : graphs()) {
    const Eigen::MatrixXd expected = encode(graph);
    Random random(1);
    for (int round = 0; round < 5; ++round) {
      const Permutation permutation = random_permutation(graph.num_nodes(), random);
      const Eigen::MatrixXd found = encode(relabel(graph, permutation));
      for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
        EXPECT_EQ(found.row(permutation[v]), expected.row(v));
      }
    }
  }
}

TEST(NodeEncodings, AreEqualOnOrbits) {
  for (const Graph& graph : graphs()) {
    const Symmetry symmetry = compute_symmetry(graph);
    const Eigen::MatrixXd found = encode(graph);
    for (const auto& orbit : orbit_lists(symmetry)) {
      for (const std::int32_t v : orbit) EXPECT_EQ(found.row(v), found.row(orbit.front()));
    }
  }
}

TEST(NodeEncodings, OfWalksAreTheDescriptorsOfTheNodes) {
  for (const Graph& graph : graphs()) {
    const Eigen::MatrixXd found = encode(graph, {.walks = 16});
    const OrbitalDescriptors pairs = describe_orbitals(graph, compute_symmetry(graph));
    for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
      const double* row = pairs.values.data() + pairs(v, v) * num_descriptor_columns({});
      for (std::int64_t k = 0; k < 16; ++k) EXPECT_NEAR(found(v, k), row[k], 1e-13);
    }
  }
}

TEST(NodeEncodings, OfTheLaplacianAreTheHeatThatIsLeft) {
  for (const Graph& graph : graphs()) {
    const Eigen::MatrixXd found = encode(graph, {.laplacian = 12});
    double time = 0.125;
    for (std::int64_t j = 0; j < 12; ++j, time *= 2) {
      EXPECT_LT((found.col(j) - heat(graph, time).diagonal()).cwiseAbs().maxCoeff(), 1e-8) << time;
    }
  }
}

TEST(NodeEncodings, OfACompleteGraphHaveAClosedForm) {
  const Eigen::MatrixXd found = encode(complete_graph(6), {.laplacian = 4});
  double time = 0.125;
  for (std::int64_t j = 0; j < 4; ++j, time *= 2) {
    EXPECT_NEAR(found(3, j), (1 + 5 * std::exp(-6 * time)) / 6, 1e-13);
  }
}

TEST(NodeEncodings, TellWhatWalksDoNotBeyondSixteenSteps) {
  // The ends of two paths: no walk of 16 steps sees the other end.
  const NodeEncodingOptions walks{.walks = 16};
  const NodeEncodingOptions laplacian{.laplacian = 10};
  EXPECT_LT((encode(path_graph(12), walks).row(0) - encode(path_graph(20), walks).row(0)).norm(),
            1e-12);
  EXPECT_GT(
      (encode(path_graph(12), laplacian).row(0) - encode(path_graph(20), laplacian).row(0)).norm(),
      1e-3);
}

TEST(NodeEncodings, OfAGraphWithManyOrbitsAreComputedInParts) {
  const Graph graph = samples::random_graph(150, 0.04, 3);  // more orbits than go at once
  const Eigen::MatrixXd found = encode(graph, {.walks = 2});
  for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
    double back = 0.0;
    for (const std::int32_t u : graph.neighbours(v)) {
      back += 1.0 / static_cast<double>(graph.degree(u) * graph.degree(v));
    }
    EXPECT_EQ(found(v, 0), 0.0);
    EXPECT_NEAR(found(v, 1), back, 1e-14);
  }
}

TEST(NodeEncodings, RefuseWhatTheyCannotCompute) {
  const Symmetry symmetry = compute_symmetry(cycle_graph(4));
  EXPECT_THROW((void)node_encodings(symmetry, {.walks = 17}), Error);
  EXPECT_THROW((void)node_encodings(symmetry, {.laplacian = -1}), Error);
  const Symmetry large = compute_symmetry(cycle_graph(max_laplacian_nodes + 1));
  EXPECT_THAT(error_text([&] { (void)node_encodings(large, {.laplacian = 1}); }),
              ::testing::HasSubstr("computed up to 4000"));
  EXPECT_EQ(node_encodings(large, {.walks = 2}).size(), 2U * (max_laplacian_nodes + 1));
  EXPECT_TRUE(node_encodings(symmetry, {}).empty());
}

}  // namespace
}  // namespace isotypic::node_encodings_test
