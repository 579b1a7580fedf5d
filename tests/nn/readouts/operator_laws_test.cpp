// Laws of the learned operators that concern symmetry and large graphs.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "isotypic/graph/families.hpp"
#include "isotypic/nn/initialise.hpp"
#include "isotypic/nn/model.hpp"
#include "isotypic/nn/readouts/operator_readout.hpp"
#include "isotypic/symmetry/internal/search.hpp"
#include "tests/nn/support.hpp"

namespace isotypic::nn::operator_laws_test {
namespace {

using test::expect_gradients;
using test::max_difference;

constexpr std::int64_t width = 6;

GraphTensors collate_pairs(std::span<const Sample> samples, std::int64_t reach = 0) {
  return collate(samples,
                 {.dtype = at::kDouble, .pairs = PairOptions{.descriptors = {.reach = reach}}});
}

/// An untrained readout in double that has seen the scales of the data.
std::shared_ptr<OperatorReadout> make(const OperatorOptions& options, const GraphTensors& data,
                                      std::int64_t features = width, bool plain = false) {
  const InitialisationScope scope(4);
  auto readout = std::make_shared<OperatorReadout>(options, features, plain);
  readout->to(at::kDouble);
  std::vector<std::int64_t> ids;
  for (std::int64_t g = 0; g < data.num_graphs; ++g) ids.push_back(g);
  readout->learn_scales(data, ids);
  return readout;
}

/// The batch of one graph with its pairs described otherwise.
Batch with_pairs(Batch batch, const OrbitalDescriptors& found) {
  std::vector<std::int32_t> distances;
  for (const PairType& type : found.types) distances.push_back(type.distance);
  const std::int64_t types = std::ssize(found.types);
  batch.pairs.values = at::tensor(found.values, at::kDouble).view({types, -1});
  batch.pairs.distances = at::tensor(distances, at::kInt);
  batch.pairs.type_of = at::tensor(found.type_of, at::kInt);
  batch.pairs.type_offsets = at::tensor({std::int64_t{0}, types}, at::kLong);
  return batch;
}

/// Two answers agree up to rounding.
void expect_close(const at::Tensor& a, const at::Tensor& b, double tolerance) {
  EXPECT_LT(max_difference(a, b), tolerance * std::max(1.0, a.abs().max().item<double>()));
}

TEST(OperatorLaws, TheOtherEngineGivesTheSameNumbers) {
  const std::vector<Sample> samples = test::mixed_samples({.node_features = width});
  const GraphTensors data = collate_pairs(samples);
  const auto readout = make({.heads = 2}, data);
  readout->eval();
  for (std::int64_t g = 0; g < data.num_graphs; ++g) {
    const Graph& graph = samples[g].graph;
    const Batch batch = make_batch(data, std::array{g});
    for (const SymmetryEngine engine : {SymmetryEngine::DenseNauty, SymmetryEngine::Traces}) {
      const auto found = run_search(engine, {&graph, {}, {}}, {});
      const Batch other = with_pairs(batch, describe_orbitals(graph, found.generators));
      expect_close(readout->forward(batch.node_features, batch),
                   readout->forward(batch.node_features, other), 1e-9);
    }
  }
}

TEST(OperatorLaws, TheSeedOfTheChannelsIsNotRead) {
  const ModelOptions one{.readout = named_readout("operators", 8, 1)};
  const ModelOptions other{.readout = named_readout("operators", 8, 2)};
  EXPECT_EQ(describe(one), describe(other));
}

TEST(OperatorLaws, OnePairOfEachOrbitalStandsForAll) {
  const std::vector<Sample> samples = test::mixed_samples({.node_features = width});
  const GraphTensors data = collate_pairs(samples);
  // Sizes of orbits are all that a description pair by pair cannot know.
  const auto readout = make({.heads = 2, .sizes = false}, data);
  readout->eval();
  std::size_t saved = 0;
  for (std::int64_t g = 0; g < data.num_graphs; ++g) {
    const Batch batch = make_batch(data, std::array{g});
    const OrbitalDescriptors pairs =
        describe_orbitals(samples[g].graph, std::span<const SparsePermutation>());
    saved += pairs.types.size() - static_cast<std::size_t>(batch.pairs.values.size(0));
    expect_close(readout->forward(batch.node_features, batch),
                 readout->forward(batch.node_features, with_pairs(batch, pairs)), 1e-10);
  }
  EXPECT_GT(saved, 100U);
}

TEST(OperatorLaws, AReachBeyondTheDiameterIsAllPairs) {
  std::vector<Sample> samples;
  for (const Graph& graph : {petersen_graph(), rook_graph(4, 4), cycle_graph(9)}) {
    samples.push_back(test::random_sample(graph, 3, {.node_features = width}));
  }
  const GraphTensors all = collate_pairs(samples);
  const GraphTensors near = collate_pairs(samples, 11);
  const auto readout = make({.heads = 2}, all);
  EXPECT_EQ(all.pairs->partners.numel(), 0);
  EXPECT_GT(near.pairs->partners.numel(), 0);
  const Batch a = make_batch(all);
  const Batch b = make_batch(near);
  expect_close(readout->forward(a.node_features, a), readout->forward(b.node_features, b), 1e-10);
  expect_close(readout->pair_mean, make({.heads = 2}, near)->pair_mean, 1e-12);
}

TEST(OperatorLaws, WithinAReachGradientsMatchDifferences) {
  const GraphTensors data = collate_pairs(test::mixed_samples({.node_features = width}), 2);
  const Batch batch = make_batch(data);
  for (const bool plain : {true, false}) {
    const auto readout = make({.heads = 2, .hidden = 7}, data, width, plain);
    const at::Tensor x = batch.node_features.clone().requires_grad_();
    std::vector<at::Tensor> inputs = readout->parameters();
    inputs.push_back(x);
    expect_gradients([&] { return readout->forward(x, batch); }, inputs, 1e-6, 40);
  }
}

TEST(OperatorLaws, WithinAReachTheKernelEqualsThePlainPath) {
  for (const auto& [features, heads] :
       std::vector<std::pair<std::int64_t, std::int64_t>>{{64, 8}, {128, 8}, {12, 4}}) {
    const GraphTensors data = collate_pairs(test::mixed_samples({.node_features = features}), 2);
    const Batch batch = make_batch(data);
    std::vector<std::vector<at::Tensor>> results;
    for (const bool plain : {true, false}) {
      const auto readout = make({.heads = heads}, data, features, plain);
      const at::Tensor x = batch.node_features.clone().requires_grad_();
      const at::Tensor output = readout->forward(x, batch);
      output.square().sum().backward();
      auto& own = results.emplace_back(std::vector<at::Tensor>{output, x.grad()});
      for (const at::Tensor& weight : readout->parameters()) own.push_back(weight.grad());
    }
    for (std::size_t i = 0; i < results[0].size(); ++i) {
      expect_close(results[0][i], results[1][i], 1e-11);
    }
  }
}

TEST(OperatorLaws, WithinAReachTheLabellingIsNotSeen) {
  const std::vector<Sample> samples = test::mixed_samples({.node_features = width});
  std::vector<Sample> renamed;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    renamed.push_back(test::relabelled(
        samples[i], test::random_permutation(samples[i].graph.num_nodes(), 20 + i)));
  }
  const GraphTensors first = collate_pairs(samples, 2);
  const GraphTensors second = collate_pairs(renamed, 2);
  const auto readout = make({.heads = 2}, first);
  const Batch a = make_batch(first);
  const Batch b = make_batch(second);
  expect_close(readout->forward(a.node_features, a), readout->forward(b.node_features, b), 1e-10);
}

TEST(OperatorLaws, ALargeGraphLeavesTheSmallOnesAsTheyAre) {
  std::vector<Sample> samples = test::mixed_samples({.node_features = width});
  for (Sample& sample : samples) sample.channels = nullptr;
  const std::size_t small = samples.size();
  const GraphTensors before = collate_pairs(samples);
  const Graph ring = cycle_graph(max_descriptor_nodes + 1);
  samples.push_back({.graph = ring,
                     .node_features = FloatMatrix::Random(ring.num_nodes(), width),
                     .edge_features = FloatMatrix::Random(ring.num_edges(), 3),
                     .targets = samples.front().targets});
  const GraphTensors data = collate_pairs(samples);
  EXPECT_GT(data.pairs->partners.numel(), 0);
  const auto readout = make({.heads = 2}, before);
  readout->eval();
  for (std::size_t g = 0; g < small; ++g) {
    const Batch a = make_batch(before, std::array{static_cast<std::int64_t>(g)});
    const Batch b = make_batch(data, std::array{static_cast<std::int64_t>(g)});
    EXPECT_TRUE(
        at::equal(readout->forward(a.node_features, a), readout->forward(b.node_features, b)));
  }
  test::expect_batch_equals_graphs(*readout, data);
}

}  // namespace
}  // namespace isotypic::nn::operator_laws_test
