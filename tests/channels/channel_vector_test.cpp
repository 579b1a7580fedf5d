#include "isotypic/channels/channel_vector.hpp"

#include <gtest/gtest.h>

#include "isotypic/base/error.hpp"
#include "tests/support/sample_graphs.hpp"

namespace isotypic::channel_vector_test {
namespace {

TEST(ChannelVector, IsAColumnOfTheProjector) {
  for (const Graph& graph : samples::assorted()) {
    const Channels channels = decompose(graph);
    const Eigen::MatrixXd basis = basis_in_node_order(channels);
    for (std::int64_t c = 0; c < std::ssize(channels.canonical->channels); ++c) {
      const Channel& channel = channels.canonical->channels[c];
      const auto block = basis.middleCols(channel.begin, channel.dim);
      const Eigen::MatrixXd projector = block * block.transpose();
      const std::int64_t node = most_visible_node(channels, c);
      EXPECT_LT((channel_vector(channels, c, node) - projector.col(node)).cwiseAbs().maxCoeff(),
                1e-8);
      EXPECT_GE(projector(node, node), projector.diagonal().maxCoeff() - 1e-6);
    }
  }
}

TEST(ChannelVector, MovesWithTheNodes) {
  Random random(8);
  for (const Graph& graph : samples::assorted()) {
    const Permutation position = random_permutation(graph.num_nodes(), random);
    const Channels channels = decompose(graph);
    const Channels moved = decompose(relabel(graph, position));
    for (std::int64_t c = 0; c < std::ssize(channels.canonical->channels); ++c) {
      const Eigen::VectorXd here = channel_vector(channels, c, most_visible_node(channels, c));
      const Eigen::VectorXd there = channel_vector(moved, c, most_visible_node(moved, c));
      std::vector<double> a(here.begin(), here.end()), b(there.begin(), there.end());
      std::ranges::sort(a);
      std::ranges::sort(b);
      EXPECT_EQ(a, b);
    }
  }
}

TEST(ChannelVector, RefusesChannelsAndNodesThatDoNotExist) {
  const Channels channels = decompose(petersen_graph());
  EXPECT_THROW((void)channel_vector(channels, 3, 0), Error);
  EXPECT_THROW((void)channel_vector(channels, -1, 0), Error);
  EXPECT_THROW((void)channel_vector(channels, 0, 10), Error);
  EXPECT_THROW((void)most_visible_node(channels, 7), Error);
}

}  // namespace
}  // namespace isotypic::channel_vector_test
