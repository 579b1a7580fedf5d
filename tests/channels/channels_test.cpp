#include "isotypic/channels/channels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "isotypic/channels/readout.hpp"

namespace isotypic {
namespace {

Graph cycle(std::int32_t n) {
  std::vector<Edge> edges;
  for (std::int32_t v = 0; v < n; ++v) edges.push_back({v, (v + 1) % n});
  return make_graph(n, edges);
}

TEST(Channels, SplitTheHexagonIntoFourComponents) {
  const Channels channels = decompose(compute_symmetry(cycle(6)));
  EXPECT_EQ(channels.canonical->channels.size(), 4);
  EXPECT_EQ(channels.canonical->components.size(), 4);
  const auto f = isotypic_features(channels, Eigen::MatrixXd::Random(6, 3));
  EXPECT_EQ(f.values.size(), 88);
  EXPECT_NEAR(f.captured_energy, 1.0, 1e-12);
}

}  // namespace
}  // namespace isotypic
