#include "isotypic/channels/channels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/base/parallel.hpp"
#include "isotypic/channels/internal/operator.hpp"
#include "isotypic/channels/serialise.hpp"
#include "tests/support/laws.hpp"
#include "tests/support/sample_graphs.hpp"

namespace isotypic::channels_test {
namespace {

using samples::assorted;

Eigen::MatrixXd projector(const Channels& channels, const Channel& channel) {
  const Eigen::MatrixXd block =
      basis_in_node_order(channels).middleCols(channel.begin, channel.dim);
  return block * block.transpose();
}

// Lemma 4.1 of the paper.
TEST(Channels, OperatorCommutesWithTheActionOfTheGroup) {
  for (const Graph& graph : assorted()) {
    const Symmetry symmetry = compute_symmetry(graph);
    const Orbitals orbitals = compute_orbitals(symmetry);
    const Eigen::MatrixXd s =
        equivariant_matrix(orbitals, symmetrised(orbitals, draw_coefficients(orbitals.count, {})));
    EXPECT_EQ(s, Eigen::MatrixXd(s.transpose()));
    expect_equivariant(s, symmetry.generators, 0.0);
  }
}

// Lemma 4.2 of the paper, first half.
TEST(Channels, ProjectorsFormAnOrthogonalDecomposition) {
  for (const Graph& graph : assorted()) {
    const Channels channels = decompose(compute_symmetry(graph));
    const std::int64_t n = graph.num_nodes();
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(n, n);
    for (const Channel& a : channels.canonical->channels) {
      const Eigen::MatrixXd p = projector(channels, a);
      EXPECT_LT((p * p - p).norm(), 1e-12);
      EXPECT_NEAR(p.trace(), static_cast<double>(a.dim), 1e-12);
      sum += p;
    }
    EXPECT_LT((sum - Eigen::MatrixXd::Identity(n, n)).norm(), 1e-12);
    expect_orthonormal(basis_in_node_order(channels), 1e-12);
  }
}

// Lemma 4.2 of the paper, second half.
TEST(Channels, EveryBlockIsInvariantUnderTheGroup) {
  for (const Grouping grouping : {Grouping::Channels, Grouping::Components}) {
    for (const Graph& graph : assorted()) {
      const Symmetry symmetry = compute_symmetry(graph);
      const Channels channels = decompose(symmetry, {.grouping = grouping});
      for (const Channel& a : channels.canonical->channels) {
        expect_equivariant(projector(channels, a), symmetry.generators, 1e-9);
      }
    }
  }
}

TEST(Channels, CarryTheTracesOfLaplacianAndAdjacency) {
  for (const Graph& graph : assorted()) {
    const std::int64_t n = graph.num_nodes();
    Eigen::MatrixXd adjacency = Eigen::MatrixXd::Zero(n, n);
    for (const auto& [u, v] : graph.edges()) adjacency(u, v) = adjacency(v, u) = 1.0;
    const Eigen::MatrixXd laplacian =
        Eigen::MatrixXd(adjacency.rowwise().sum().asDiagonal()) - adjacency;
    const Channels channels = decompose(compute_symmetry(graph));
    for (const Channel& a : channels.canonical->channels) {
      const Eigen::MatrixXd p = projector(channels, a);
      EXPECT_NEAR(a.tr_adjacency, (p * adjacency).trace(), 1e-9);
      EXPECT_NEAR(a.tr_laplacian, (p * laplacian).trace(), 1e-9);
    }
  }
}

TEST(Channels, ComeInDescendingOrderOfTheirTraces) {
  for (const Graph& graph : assorted()) {
    const Symmetry symmetry = compute_symmetry(graph);
    const std::vector<Channel> channels = decompose(symmetry).canonical->channels;
    for (std::size_t a = 1; a < channels.size(); ++a) {
      EXPECT_GE(channels[a - 1].dim, channels[a].dim);
      if (channels[a - 1].dim != channels[a].dim) continue;
      EXPECT_GE(channels[a - 1].tr_laplacian, channels[a].tr_laplacian - 1e-6);
    }
    const std::vector<Channel> reversed =
        decompose(symmetry, {.order = BlockOrder::TraceAscending}).canonical->channels;
    ASSERT_EQ(reversed.size(), channels.size());
    for (std::size_t a = 0; a < channels.size(); ++a) {
      EXPECT_EQ(reversed[a].eigenvalue, channels[channels.size() - 1 - a].eigenvalue);
    }
  }
}

TEST(Channels, OfRelabelledCopiesAreEqualByteForByte) {
  Random random(5);
  for (const Grouping grouping : {Grouping::Channels, Grouping::Components}) {
    for (const Graph& graph : assorted()) {
      expect_invariant(graph, 5, random, [&](const Graph& copy) {
        return serialise(*decompose(compute_symmetry(copy), {.grouping = grouping}).canonical);
      });
    }
  }
}

TEST(Channels, DoNotDependOnTheNumberOfThreads) {
  const Graph graph = samples::random_graph(150, 0.1, 4);
  const Symmetry symmetry = compute_symmetry(graph);
  const std::string alone = serialise(*decompose(symmetry).canonical);
  std::vector<std::string> together(8);
  parallel_for(8, 4,
               [&](std::int64_t i) { together[i] = serialise(*decompose(symmetry).canonical); });
  EXPECT_THAT(together, ::testing::Each(alone));
}

TEST(Channels, AreTruncatedToMaxBlocks) {
  const Symmetry symmetry = compute_symmetry(cycle_graph(9));
  const Channels all = decompose(symmetry);
  const Channels two = decompose(symmetry, {.max_blocks = 2});
  EXPECT_EQ(two.canonical->channels.size(), 2);
  EXPECT_EQ(two.canonical->num_channels, 5);
  EXPECT_EQ(two.canonical->basis, Eigen::MatrixXd(all.canonical->basis.leftCols(4)));
  EXPECT_EQ(two.canonical->components, all.canonical->components);
}

TEST(Channels, CertificateCountsTheOrbitals) {
  for (const Graph& graph : assorted()) {
    const Symmetry symmetry = compute_symmetry(graph);
    const Certificate certificate = decompose(symmetry).canonical->certificate;
    EXPECT_EQ(certificate.num_orbitals, canonical_orbitals(symmetry).count);
    EXPECT_EQ(certificate.attempts, 1);
    EXPECT_GE(certificate.min_gap, 1e3 * certificate.max_spread);
    EXPECT_LT(certificate.orthogonality, 1e-13);
    EXPECT_LT(certificate.residual, 1e-13);
  }
}

TEST(Channels, OfTheGraphWithoutNodesAreNone) {
  const Channels channels = decompose(compute_symmetry(Graph()));
  EXPECT_EQ(channels.num_nodes(), 0);
  EXPECT_TRUE(channels.canonical->channels.empty());
  EXPECT_TRUE(channels.canonical->components.empty());
}

TEST(Channels, OfOneAndTwoNodesAreTheObviousOnes) {
  const Channels one = decompose(compute_symmetry(samples::edgeless(1)));
  ASSERT_EQ(one.canonical->channels.size(), 1);
  EXPECT_EQ(std::abs(one.canonical->basis(0, 0)), 1.0);
  for (const Graph& graph : {samples::edgeless(2), complete_graph(2)}) {
    const Channels two = decompose(compute_symmetry(graph));
    ASSERT_EQ(two.canonical->channels.size(), 2);
    for (const Channel& a : two.canonical->channels) EXPECT_EQ(a.dim, 1);
  }
}

TEST(Channels, OfCompleteAndEdgelessGraphsAreTheMeanAndTheRest) {
  for (const Graph& graph : {complete_graph(200), samples::edgeless(200)}) {
    const Channels channels = decompose(compute_symmetry(graph));
    ASSERT_EQ(channels.canonical->channels.size(), 2);
    EXPECT_EQ(channels.canonical->channels[0].dim, 199);
    EXPECT_EQ(channels.canonical->channels[1].dim, 1);
  }
}

TEST(Channels, OfManyEqualPartsFollowTheSymmetricGroup) {
  // Parts of three nodes in a path, two orbits each: trivial and standard part of the symmetric
  // group with multiplicity 2, and the swaps of the ends.
  const Channels channels = decompose(compute_symmetry(samples::copies(star_graph(2), 60)));
  std::vector<Component> components = channels.canonical->components;
  std::ranges::sort(components, {}, &Component::dim);
  EXPECT_THAT(components, ::testing::ElementsAre(Component{1, 2, ComponentType::Real, true},
                                                 Component{59, 2, ComponentType::Real, false},
                                                 Component{60, 1, ComponentType::Real, false}));
}

TEST(Channels, OfABinaryTreeWithAHugeGroupAreCertified) {
  const Symmetry symmetry = compute_symmetry(samples::heap_tree(255));
  const Channels channels = decompose(symmetry);
  EXPECT_EQ(channels.canonical->components.size(), 8);
  EXPECT_EQ(channels.canonical->basis.cols(), 255);
}

TEST(Channels, OfAGraphAreThoseOfItsSymmetry) {
  for (const Graph& graph : samples::assorted()) {
    const Channels direct = decompose(graph, {.seed = 3});
    const Channels by_steps = decompose(compute_symmetry(graph), {.seed = 3});
    EXPECT_EQ(serialise(*direct.canonical), serialise(*by_steps.canonical));
    EXPECT_EQ(direct.position, by_steps.position);
  }
}

TEST(Channels, OfAGraphCanRespectItsColours) {
  const Graph graph = make_graph(3, {{0, 1}, {1, 2}}, {.nodes = {0, 0, 1}});
  EXPECT_EQ(decompose(graph).canonical->components.size(), 2U);  // even and odd vectors
  EXPECT_EQ(decompose(graph, {}, {.node_colours = true}).canonical->components.size(), 1U);
}

TEST(Channels, OnlyTrivialBlocksHaveVectorsWithASum) {
  for (const Graph& graph : samples::assorted()) {
    for (const Grouping grouping : {Grouping::Channels, Grouping::Components}) {
      const Channels channels = decompose(graph, {.grouping = grouping});
      const Decomposition& canonical = *channels.canonical;
      for (const Channel& block : canonical.channels) {
        const double sums =
            canonical.basis.middleCols(block.begin, block.dim).colwise().sum().norm();
        if (canonical.is_trivial(block)) {
          EXPECT_GT(sums, 1e-6);
        } else {
          EXPECT_LT(sums, 1e-10);
        }
      }
    }
  }
}

TEST(Channels, AboveTheLimitAreAnErrorThatNamesIt) {
  Symmetry symmetry;
  symmetry.num_nodes = max_decompose_nodes + 1;
  try {
    static_cast<void>(decompose(symmetry));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::BadInput);
    EXPECT_THAT(error.what(), ::testing::HasSubstr("max_decompose_nodes = 8192"));
  }
}

}  // namespace
}  // namespace isotypic::channels_test
