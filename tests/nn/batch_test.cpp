#include "isotypic/nn/batch.hpp"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "isotypic/base/error.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/samples.hpp"

namespace isotypic::nn::batch_test {
namespace {

TEST(Batch, HoldsBothDirectionsOfEveryEdgeWithItsFeatures) {
  const std::vector<Sample> samples = test::mixed_samples();
  const GraphTensors data = collate(samples);
  const std::vector<std::int64_t> ids = {2, 0, 2, 1};
  const Batch batch = make_batch(data, ids);
  const Edges edges = directed_edges(batch);
  const at::Tensor features = batch.edge_features.index_select(0, batch.edge_ids);
  std::int64_t entry = 0;
  std::int64_t first = 0;
  for (const std::int64_t g : ids) {
    const Graph& graph = samples[g].graph;
    const std::vector<Edge> list = graph.edges();
    for (std::int32_t v = 0; v < graph.num_nodes(); ++v) {
      EXPECT_EQ(batch.graph_of_node[first + v].item<std::int64_t>(),
                batch.graph_of_node[first].item<std::int64_t>());
      for (const std::int32_t u : graph.neighbours(v)) {
        ASSERT_EQ(edges.target[entry].item<std::int64_t>(), first + v);
        ASSERT_EQ(edges.source[entry].item<std::int64_t>(), first + u);
        const Edge edge{std::min(u, v), std::max(u, v)};
        const auto row = std::find(list.begin(), list.end(), edge) - list.begin();
        ASSERT_EQ(features[entry][0].item<float>(), samples[g].edge_features(row, 0));
        ++entry;
      }
    }
    first += graph.num_nodes();
  }
  EXPECT_EQ(entry, 2 * batch.num_edges);
  EXPECT_EQ(first, batch.num_nodes);
}

TEST(Batch, CarriesTheBasisInNodeOrder) {
  const std::vector<Sample> samples = test::mixed_samples();
  const Batch batch = make_batch(collate(samples, {.dtype = at::kDouble}));
  const Decomposition& canonical = *samples[4].channels->canonical;
  const std::int64_t offset = batch.channels.basis_offsets[4].item<std::int64_t>();
  for (std::int64_t c = 0; c < 16; ++c) {
    for (std::int64_t v = 0; v < 16; ++v) {
      EXPECT_EQ(batch.channels.basis[offset + c * 16 + v].item<double>(),
                canonical.basis(samples[4].channels->position[v], c));
    }
  }
}

TEST(Batch, DegreeHistogramCountsTheGivenGraphsOnly) {
  const GraphTensors data = collate(test::mixed_samples());
  EXPECT_EQ(degree_histogram(data, std::vector<std::int64_t>{0, 3}),
            (std::vector<std::int64_t>{0, 2, 8}));
}

TEST(Batch, SumsOfBasisVectorsAreExactlyZeroOutsideTheTrivialComponent) {
  const std::vector<Sample> samples = test::mixed_samples();
  const GraphTensors data = collate(samples, {.dtype = at::kDouble});
  std::int64_t column = 0;
  std::int64_t trivial_blocks = 0;
  for (const Sample& sample : samples) {
    const Decomposition& canonical = *sample.channels->canonical;
    for (const Channel& block : canonical.channels) {
      const at::Tensor sums = data.basis_sums.narrow(0, column, block.dim);
      if (canonical.is_trivial(block)) {
        EXPECT_GT(sums.norm().item<double>(), 1e-6);
        ++trivial_blocks;
      } else {
        EXPECT_EQ(sums.norm().item<double>(), 0.0);
      }
      column += block.dim;
    }
  }
  EXPECT_EQ(column, data.basis_sums.size(0));
  EXPECT_GE(trivial_blocks, std::ssize(samples));
}

TEST(Batch, NamesASampleByItsPlaceInItsDataSet) {
  std::vector<Sample> samples = test::mixed_samples();
  EXPECT_EQ(collate(samples).sample_numbers, (std::vector<std::int64_t>{0, 1, 2, 3, 4}));
  samples[2].node_features(1, 1) = NAN;
  EXPECT_THAT(error_text([&] { (void)collate(samples); }), testing::HasSubstr("sample 2 has"));
  samples[2].id = 1027;
  EXPECT_THAT(error_text([&] { (void)collate(samples); }), testing::HasSubstr("sample 1027 has"));
}

TEST(Batch, RefusesBadSamples) {
  std::vector<Sample> samples = test::mixed_samples();
  EXPECT_THROW(static_cast<void>(collate({})), Error);
  const GraphTensors data = collate(samples);
  EXPECT_THROW(static_cast<void>(make_batch(data, std::vector<std::int64_t>{})), Error);
  EXPECT_THROW(static_cast<void>(make_batch(data, std::vector<std::int64_t>{5})), Error);

  auto broken = samples;
  broken[2].node_features(1, 1) = NAN;
  EXPECT_THROW(static_cast<void>(collate(broken)), Error);
  broken = samples;
  broken[2].node_features.conservativeResize(3, 5);
  EXPECT_THROW(static_cast<void>(collate(broken)), Error);
  broken = samples;
  broken[2].edge_features.resize(1, 3);
  EXPECT_THROW(static_cast<void>(collate(broken)), Error);
  broken = samples;
  broken[3].channels = nullptr;
  EXPECT_THROW(static_cast<void>(collate(broken)), Error);
  broken = samples;
  broken[3].channels = samples[2].channels;
  EXPECT_THROW(static_cast<void>(collate(broken)), Error);
  broken = samples;
  broken[0].targets = {1.0F, 2.0F};
  EXPECT_THROW(static_cast<void>(collate(broken)), Error);
}

}  // namespace
}  // namespace isotypic::nn::batch_test
