// Laws of the readouts with learned operators, and of what they are compared with.
#include "isotypic/nn/readouts/operator_readout.hpp"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/initialise.hpp"
#include "isotypic/nn/model.hpp"
#include "isotypic/nn/readouts/readout.hpp"
#include "tests/nn/support.hpp"

namespace isotypic::nn::operator_readout_test {
namespace {

using test::expect_gradients;
using test::max_difference;

/// Edges get categories that follow their features, which test::relabelled() moves.
std::vector<Sample> with_bonds(std::vector<Sample> samples) {
  for (Sample& sample : samples) {
    sample.edge_categories.resize(sample.graph.num_edges(), 2);
    for (std::int64_t e = 0; e < sample.graph.num_edges(); ++e) {
      sample.edge_categories(e, 0) = sample.edge_features(e, 0) > 0 ? 1 : 0;
      sample.edge_categories(e, 1) = sample.edge_features(e, 1) > 0.5F ? 2 : 0;
    }
  }
  return samples;
}

std::vector<Sample> bonded_samples(std::int64_t width) {
  return with_bonds(test::mixed_samples({.node_features = width}));
}

GraphTensors collate_pairs(std::span<const Sample> samples, at::ScalarType dtype = at::kDouble) {
  return collate(samples, {.dtype = dtype, .pairs = PairOptions{}});
}

/// Every switch, with few heads.
std::vector<OperatorOptions> all_options() {
  std::vector<OperatorOptions> all;
  for (const char* name : {"operators", "operators_without_sizes", "operators_without_diagonal",
                           "operator_statistics", "structure", "structure_wide", "deepsets"}) {
    OperatorOptions options = named_readout(name, 1, 0).operators;
    if (options.heads > 0) options.heads = 2;
    options.hidden = 7;
    options.edge_categories = {2, 3};
    all.push_back(options);
  }
  return all;
}

std::shared_ptr<OperatorReadout> make(const OperatorOptions& options, std::int64_t width,
                                      const GraphTensors& data, bool plain = false) {
  const InitialisationScope scope(4);
  auto readout = std::make_shared<OperatorReadout>(options, width, plain);
  readout->to(data.node_features.scalar_type());
  std::vector<std::int64_t> ids;
  for (std::int64_t g = 0; g < data.num_graphs; ++g) ids.push_back(g);
  readout->learn_scales(data, ids);
  return readout;
}

TEST(OperatorReadout, GradientsMatchDifferences) {
  const GraphTensors data = collate_pairs(bonded_samples(6));
  const Batch batch = make_batch(data);
  for (const bool plain : {true, false}) {
    for (const OperatorOptions& options : all_options()) {
      const auto readout = make(options, 6, data, plain);
      const at::Tensor x = batch.node_features.clone().requires_grad_();
      EXPECT_EQ(readout->forward(x, batch).size(1), readout->width());
      std::vector<at::Tensor> inputs = readout->parameters();
      inputs.push_back(x);
      expect_gradients([&] { return readout->forward(x, batch); }, inputs, 1e-6, 40);
    }
  }
}

TEST(OperatorReadout, ABatchEqualsItsGraphsOneByOne) {
  const GraphTensors data = collate_pairs(bonded_samples(6));
  const Batch together = make_batch(data);
  for (const OperatorOptions& options : all_options()) {
    const auto readout = make(options, 6, data);
    (void)readout->forward(together.node_features, together);  // BatchNorm takes its averages
    readout->eval();
    test::expect_batch_equals_graphs(*readout, data);
  }
}

TEST(OperatorReadout, DoesNotSeeTheLabelling) {
  const std::vector<Sample> samples = bonded_samples(6);
  std::vector<Sample> renamed;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    renamed.push_back(test::relabelled(
        samples[i], test::random_permutation(samples[i].graph.num_nodes(), 20 + i)));
  }
  renamed = with_bonds(std::move(renamed));
  const GraphTensors first = collate_pairs(samples);
  const GraphTensors second = collate_pairs(renamed);
  const Batch a = make_batch(first);
  const Batch b = make_batch(second);
  for (const OperatorOptions& options : all_options()) {
    const auto readout = make(options, 6, first);
    const at::Tensor before = readout->forward(a.node_features, a);
    const double size = std::max(1.0, before.abs().max().item<double>());
    EXPECT_LT(max_difference(before, readout->forward(b.node_features, b)), 1e-10 * size);
    // The copies give the same scales too.
    const auto other = make(options, 6, second);
    EXPECT_LT(max_difference(before, other->forward(b.node_features, b)), 1e-10 * size);
  }
}

TEST(OperatorReadout, KernelEqualsThePlainPath) {
  for (const at::ScalarType dtype : {at::kFloat, at::kDouble}) {
    const double tolerance = dtype == at::kFloat ? 2e-4 : 1e-11;
    // Heads of 8, 16 and 3 numbers, and a number of heads that fills no register.
    for (const auto& [width, heads] :
         std::vector<std::pair<std::int64_t, std::int64_t>>{{64, 8}, {128, 8}, {12, 4}, {40, 5}}) {
      const GraphTensors data = collate_pairs(bonded_samples(width), dtype);
      const Batch batch = make_batch(data);
      std::vector<at::Tensor> outputs;
      std::vector<std::vector<at::Tensor>> gradients;
      for (const bool plain : {true, false}) {
        const auto readout = make({.heads = heads, .edge_categories = {2, 3}}, width, data, plain);
        const at::Tensor x = batch.node_features.clone().requires_grad_();
        outputs.push_back(readout->forward(x, batch));
        outputs.back().square().sum().backward();
        gradients.push_back({x.grad()});
        for (const at::Tensor& weight : readout->parameters()) {
          gradients.back().push_back(weight.grad());
        }
      }
      const auto expect_equal = [&](const at::Tensor& a, const at::Tensor& b) {
        EXPECT_LT(max_difference(a, b), tolerance * std::max(1.0, a.abs().max().item<double>()));
      };
      expect_equal(outputs[0], outputs[1]);
      ASSERT_EQ(gradients[0].size(), gradients[1].size());
      for (std::size_t i = 0; i < gradients[0].size(); ++i) {
        expect_equal(gradients[0][i], gradients[1][i]);
      }
    }
  }
}

TEST(OperatorReadout, StandardisesThePairsAndNodesOfTheTrainingPart) {
  const std::vector<Sample> samples = bonded_samples(6);
  const GraphTensors data = collate_pairs(samples);
  OperatorReadout readout({.heads = 2}, 6);
  readout.to(at::kDouble);
  readout.learn_scales(data, std::vector<std::int64_t>{0, 2, 3});
  std::vector<at::Tensor> pairs;
  std::vector<at::Tensor> nodes;
  for (const std::size_t g : {0, 2, 3}) {
    const OrbitalDescriptors found =
        describe_orbitals(samples[g].graph, compute_symmetry(samples[g].graph));
    const std::int64_t columns = readout.pair_mean.size(0);
    for (std::int64_t u = 0; u < found.num_nodes; ++u) {
      for (std::int64_t v = 0; v < found.num_nodes; ++v) {
        const double* row = found.values.data() + found(u, v) * columns;
        pairs.push_back(at::tensor(std::vector<double>(row, row + columns), at::kDouble));
        if (u == v) nodes.push_back(pairs.back().slice(0, 0, 16));
      }
    }
  }
  const auto check = [](const at::Tensor& rows, const at::Tensor& mean, const at::Tensor& factor) {
    EXPECT_LT(max_difference(rows.mean(0), mean), 1e-12);
    const at::Tensor deviation = rows.std(0, /*unbiased=*/false);
    const at::Tensor expected =
        at::where(deviation > 1e-6, 1 / deviation, at::ones_like(deviation));
    EXPECT_LT(max_difference(expected, factor), 1e-8 * expected.max().item<double>());
  };
  check(at::stack(pairs), readout.pair_mean, readout.pair_factor);
  check(at::stack(nodes), readout.return_mean, readout.return_factor);
}

TEST(OperatorReadout, WithoutSizesDoesNotSeeThem) {
  const GraphTensors data = collate_pairs(bonded_samples(6));
  Batch batch = make_batch(data);
  for (const bool sizes : {true, false}) {
    const auto readout = make({.heads = 2, .sizes = sizes}, 6, data);
    const at::Tensor before = readout->forward(batch.node_features, batch);
    Batch changed = batch;
    changed.pairs.values = batch.pairs.values.clone();
    changed.pairs.values.narrow(1, 16, num_size_columns).mul_(3.0);
    const double difference =
        max_difference(before, readout->forward(batch.node_features, changed));
    if (sizes) {
      EXPECT_GT(difference, 1e-6);
    } else {
      EXPECT_EQ(difference, 0.0);
    }
  }
}

TEST(OperatorReadout, WidenedStructureHasAsManyWeights) {
  const auto weights = [](const char* name) {
    OperatorOptions options = named_readout(name, 1, 0).operators;
    options.edge_categories = {3};
    std::int64_t sum = 0;
    for (const at::Tensor& weight : OperatorReadout(options, 128).parameters()) {
      sum += weight.numel();
    }
    return static_cast<double>(sum);
  };
  EXPECT_NEAR(weights("structure_wide") / weights("operators"), 1.0, 0.01);
  EXPECT_LT(weights("structure") / weights("operators"), 0.7);
}

TEST(OperatorReadout, RefusesWhatDoesNotFit) {
  EXPECT_THROW(OperatorReadout({.heads = 4}, 6), Error);
  EXPECT_THROW(OperatorReadout({.heads = 0, .form = OperatorForm::Statistics}, 6), Error);
  const std::vector<Sample> samples = bonded_samples(6);
  const Batch bare = make_batch(collate(samples, {.dtype = at::kDouble}));
  OperatorReadout operators({.heads = 2}, 6);
  operators.to(at::kDouble);
  EXPECT_THROW((void)operators.forward(bare.node_features, bare), Error);
  OperatorReadout deepsets({.heads = 0, .diagonal = false}, 6);
  deepsets.to(at::kDouble);
  EXPECT_NO_THROW((void)deepsets.forward(bare.node_features, bare));
  OperatorReadout bonds({.heads = 2, .edge_categories = {2, 3, 4}}, 6);
  bonds.to(at::kDouble);
  const Batch batch = make_batch(collate_pairs(samples));
  EXPECT_THROW((void)bonds.forward(batch.node_features, batch), Error);
}

TEST(OperatorReadout, AsksForThePairsThatItsOptionsName) {
  ReadoutOptions options = named_readout("operators", 8, 0);
  options.operators.powers = 3;
  options.operators.max_distance = 5;
  const CollateOptions asked = collate_options(options, at::kFloat);
  ASSERT_TRUE(asked.pairs);
  EXPECT_EQ(asked.pairs->descriptors.powers, 3);
  EXPECT_EQ(asked.pairs->descriptors.max_distance, 5);
}

TEST(OperatorReadout, IsDescribedByItsOptionsEvenWithoutPairs) {
  ModelOptions options{.readout = named_readout("deepsets", 8, 0)};
  const std::string deepsets = describe(options);
  EXPECT_EQ(deepsets.find("operators"), std::string::npos) << "its checkpoints do not say more";
  options.readout.operators.match_weights = true;
  EXPECT_NE(describe(options), deepsets);
}

}  // namespace
}  // namespace isotypic::nn::operator_readout_test
