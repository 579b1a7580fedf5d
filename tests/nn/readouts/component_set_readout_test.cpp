#include "isotypic/nn/readouts/component_set_readout.hpp"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <numeric>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/components_readout.hpp"
#include "isotypic/channels/readout.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/nn/initialise.hpp"
#include "isotypic/nn/model.hpp"
#include "tests/nn/support.hpp"
#include "tests/support/error_text.hpp"

namespace isotypic::nn::component_set_readout_test {
namespace {

constexpr std::int64_t width = 5;

GraphTensors tensors_of(std::span<const Sample> samples) {
  return collate(samples, {.dtype = at::kDouble, .components = true});
}

ComponentSetReadout make(const GraphTensors& data) {
  const InitialisationScope scope(3);
  ComponentSetReadout readout(width, 0);
  readout.to(at::kDouble);
  std::vector<std::int64_t> ids(data.num_graphs);
  std::iota(ids.begin(), ids.end(), 0);
  readout.learn_scales(data, ids);
  return readout;
}

at::Tensor read(ComponentSetReadout& readout, const GraphTensors& data) {
  const Batch batch = make_batch(data);
  return readout.forward(batch.node_features, batch);
}

TEST(ComponentSetReadout, HasGradientsThatMatchDifferences) {
  const GraphTensors data = tensors_of(test::mixed_samples());
  const Batch batch = make_batch(data);
  ComponentSetReadout readout = make(data);
  const at::Tensor x = batch.node_features.clone().requires_grad_();
  std::vector<at::Tensor> inputs = readout.parameters();
  inputs.push_back(x);
  test::expect_gradients([&] { return readout.forward(x, batch); }, inputs, 1e-6, 40);
}

TEST(ComponentSetReadout, OfABatchIsThatOfItsGraphsOneByOne) {
  const GraphTensors data = tensors_of(test::mixed_samples());
  ComponentSetReadout readout = make(data);
  const at::Tensor together = read(readout, data);
  EXPECT_EQ(together.size(1), readout.width());
  for (std::int64_t g = 0; g < data.num_graphs; ++g) {
    const Batch alone = make_batch(data, std::array{g});
    EXPECT_LT(test::max_difference(together.slice(0, g, g + 1),
                                   readout.forward(alone.node_features, alone)),
              1e-12);
  }
}

/// The samples with channels of another seed, engine and grouping, and other node numbers.
std::vector<Sample> disguised(const std::vector<Sample>& samples) {
  std::vector<Sample> copies;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    copies.push_back(test::relabelled(
        samples[i], test::random_permutation(samples[i].graph.num_nodes(), 20 + i)));
    copies.back().channels = std::make_shared<const Channels>(
        decompose(copies.back().graph,
                  {.seed = 77, .grouping = i % 2 == 0 ? Grouping::Components : Grouping::Channels},
                  {.engine = SymmetryEngine::Traces}));
  }
  return copies;
}

TEST(ComponentSetReadout, DependsOnNoLabellingSeedEngineOrGrouping) {
  const std::vector<Sample> samples = test::mixed_samples();
  const GraphTensors data = tensors_of(samples);
  ComponentSetReadout readout = make(data);
  const at::Tensor z = read(readout, data);
  const double size = std::max(1.0, z.abs().max().item<double>());
  EXPECT_LT(test::max_difference(z, read(readout, tensors_of(disguised(samples)))), 1e-10 * size);
}

TEST(ComponentSetReadout, ReadsTheStatisticsAndStructureOfTheCore) {
  const Sample sample = test::random_sample(rook_graph(4, 4), 3);
  const GraphTensors data = tensors_of(std::vector{sample});
  const auto structures = component_structures(*sample.channels, sample.graph);
  const at::Tensor descriptions = data.components->descriptions;
  ASSERT_EQ(descriptions.size(0), std::ssize(structures));
  for (std::int64_t i = 0; i < std::ssize(structures); ++i) {
    const Eigen::VectorXd row = describe_structure(structures[i]);
    for (std::int64_t j = 0; j < row.size(); ++j) {
      EXPECT_EQ(descriptions[i][j].item<double>(), row(j));
    }
  }
  // A linear map that passes log(1 + s2) on makes the readout the sum of them over the components.
  ComponentSetReadout readout(width, 0);
  readout.to(at::kDouble);
  {
    const at::NoGradGuard no_grad;
    for (const at::Tensor& parameter : readout.parameters()) parameter.zero_();
    readout.map->first->weight[0][1] = 1.0;
    readout.map->second->weight[0][0] = 1.0;
  }
  const Channels components = decompose(sample.graph, {.grouping = Grouping::Components});
  const Features<double> features =
      isotypic_features(components, Eigen::MatrixXd(sample.node_features.cast<double>()),
                        {.max_blocks = 0, .rp_dim = 0});
  double expected = 0.0;
  for (std::int64_t a = 1; a < features.values.size(); a += 3) {
    expected += std::log1p(features.values(a));
  }
  EXPECT_NEAR(read(readout, data)[0][0].item<double>(), expected, 1e-10);
}

TEST(ComponentSetReadout, KernelEqualsThePlainPath) {
  const GraphTensors data = tensors_of(test::mixed_samples());
  ComponentSetReadout readout = make(data);
  const at::Tensor z = read(readout, data);
  readout.plain = true;
  EXPECT_LT(test::max_difference(z, read(readout, data)), 1e-11);
}

TEST(ComponentSetReadout, TellsPairsApartThatOneWlCannot) {
  const std::vector<Sample> samples = {test::random_sample(rook_graph(4, 4), 1),
                                       test::random_sample(shrikhande_graph(), 1)};
  const GraphTensors data = tensors_of(samples);
  ComponentSetReadout readout = make(data);
  const Batch batch = make_batch(data);
  const at::Tensor z = readout.forward(at::ones({32, width}, at::kDouble), batch);
  EXPECT_GT((z[0] - z[1]).abs().max().item<double>(), 1e-3);
}

TEST(ComponentSetReadout, WorksWithinAModelAndWithMarks) {
  std::vector<Sample> samples = test::mixed_samples();
  for (const char* name :
       {"component_set", "sum+component_set", "isotypic+component_set", "marked:1:component_set"}) {
    GraphModel model({.encoder = {.hidden = 8, .layers = 2, .node_features = width},
                      .readout = named_readout(name, 3, 0)});
    const GraphTensors data = collate(samples, collate_options(model.options.readout));
    EXPECT_EQ(model.forward(make_batch(data)).size(0), data.num_graphs) << name;
  }
}

TEST(ComponentSetReadout, RefusesBatchesWithoutWholeComponents) {
  std::vector<Sample> samples = test::mixed_samples();
  ComponentSetReadout readout(width, 0);
  const Batch without = make_batch(collate(samples));
  EXPECT_EQ(error_text([&] { (void)readout.forward(without.node_features, without); }),
            "the batch has no components");
  samples[3].channels = nullptr;
  EXPECT_EQ(error_text([&] { (void)find_components(samples, at::kFloat); }),
            "sample 3 has no channels");
  samples[3].channels =
      std::make_shared<const Channels>(decompose(samples[3].graph, {.max_blocks = 1}));
  EXPECT_TRUE(error_text([&] {
                (void)find_components(samples, at::kFloat);
              }).starts_with("sample 3: the channels were truncated to 1 of "));
}

}  // namespace
}  // namespace isotypic::nn::component_set_readout_test
