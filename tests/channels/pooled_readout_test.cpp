// One vector for components of any number: the same from both decompositions, and for all copies.

#include "isotypic/channels/pooled_readout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "tests/support/laws.hpp"
#include "tests/support/sample_graphs.hpp"
#include "tests/support/zoo.hpp"

namespace isotypic::pooled_readout_test {
namespace {

constexpr ChannelOptions by_components = {.grouping = Grouping::Components};

LocalChannels local_channels(const Graph& graph) {
  return decompose_locally(compute_symmetry(graph));
}

void expect_like_dense(const Graph& graph, Random& random) {
  const Symmetry symmetry = compute_symmetry(graph);
  const Channels dense = decompose(symmetry, by_components);
  const LocalChannels local = decompose_locally(symmetry);
  const Eigen::MatrixXd m = samples::random_embeddings(graph.num_nodes(), 4, random);
  for (const bool centre : {false, true}) {
    const Eigen::VectorXd expected = pooled_features(dense, m, {.centre = centre});
    const Eigen::VectorXd own = pooled_features(local, m, {.centre = centre});
    ASSERT_EQ(own.size(), 64);
    EXPECT_LE((own - expected).norm(), 1e-9 * expected.norm());
  }
}

TEST(PooledReadout, AgreesWithTheDenseOneOnTheZooAndOnRandomGraphs) {
  Random random(2);
  for (const zoo::NamedGraph& item : zoo::graphs()) {
    SCOPED_TRACE(item.name);
    expect_like_dense(item.graph, random);
  }
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    expect_like_dense(samples::random_sparse_graph(i, random), random);
  }
}

TEST(PooledReadout, ReadsTheSameFromRelabelledCopies) {
  Random random(4);
  for (const zoo::NamedGraph& item : zoo::graphs()) {
    SCOPED_TRACE(item.name);
    const Eigen::MatrixXd m = samples::random_embeddings(item.graph.num_nodes(), 3, random);
    const Eigen::VectorXd own = pooled_features(local_channels(item.graph), m);
    for_relabelled_copies(item.graph, 2, random, [&](const Graph& copy, const Permutation& p) {
      const Eigen::VectorXd other =
          pooled_features(local_channels(copy), samples::permute_rows(m, p));
      EXPECT_LE((other - own).norm(), 1e-10 * own.norm());
    });
  }
}

TEST(PooledReadout, HasTheSameLengthForGraphsOfAnySize) {
  for (const std::int64_t leaves : {1, 10, 100'000}) {
    const Graph graph = star_graph(leaves);
    const Eigen::MatrixXd m = Eigen::MatrixXd::Ones(graph.num_nodes(), 1);
    EXPECT_EQ(pooled_features(local_channels(graph), m).size(), 64);
    EXPECT_EQ(pooled_features(local_channels(graph), m, {.num_features = 7}).size(), 7);
  }
}

/// The descriptions of all components but the trivial one, which belongs to no motif.
std::vector<std::vector<double>> describe_motifs(const Graph& graph, const Eigen::MatrixXd& m) {
  const LocalChannels channels = local_channels(graph);
  const Eigen::MatrixXd rows = describe_blocks(channels, m);
  std::vector<std::vector<double>> result;
  for (std::int64_t i = 0; i < rows.rows(); ++i) {
    if (channels.canonical->components[i].component.trivial) continue;
    result.emplace_back(rows.row(i).begin(), rows.row(i).end());
  }
  return result;
}

TEST(PooledReadout, DescribesAMotifAlikeInSmallAndLargeGraphs) {
  Random random(5);
  const Graph motif = star_graph(4);
  const Graph rest = path_graph(400);
  const Eigen::MatrixXd small = samples::random_embeddings(5, 2, random);
  Eigen::MatrixXd large(405, 2);
  large << small, samples::random_embeddings(400, 2, random);
  const auto alone = describe_motifs(motif, small);
  const auto together = describe_motifs(disjoint_union(std::vector<Graph>{motif, rest}), large);
  ASSERT_EQ(alone.size(), 1);
  ASSERT_EQ(together.size(), 2);
  double nearest = 1.0;
  for (const std::vector<double>& row : together) {
    double distance = 0.0;
    for (std::size_t k = 0; k < row.size(); ++k) distance += std::abs(row[k] - alone[0][k]);
    nearest = std::min(nearest, distance);
  }
  EXPECT_LT(nearest, 1e-12);
}

TEST(PooledReadout, TellsTypesOfMotifsApart) {
  // Four nodes of degree 3 and four of degree 0: the same components, but twins with and without
  // an edge between them.
  const Eigen::MatrixXd m = Eigen::MatrixXd::Identity(4, 4);
  const Eigen::VectorXd joined = pooled_features(local_channels(complete_graph(4)), m);
  const Eigen::VectorXd apart = pooled_features(local_channels(make_graph(4, {})), m);
  EXPECT_GT((joined - apart).norm(), 0.1);
}

TEST(PooledReadout, RefusesTruncatedComponentsAndBadNumbers) {
  const Symmetry symmetry = compute_symmetry(star_graph(4));
  const Eigen::MatrixXd m = Eigen::MatrixXd::Ones(5, 1);
  EXPECT_THROW((void)pooled_features(decompose_locally(symmetry, {.max_blocks = 1}), m), Error);
  EXPECT_THROW((void)pooled_features(decompose(symmetry), m), Error);
  const LocalChannels channels = decompose_locally(symmetry);
  EXPECT_THROW((void)pooled_features(channels, m.topRows(4)), Error);
  EXPECT_THROW((void)pooled_features(channels, m, {.num_features = 0}), Error);
  EXPECT_THROW((void)pooled_features(channels, m, {.num_features = 65'537}), Error);
}

}  // namespace
}  // namespace isotypic::pooled_readout_test
