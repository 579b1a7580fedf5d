// Laws of the readouts.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/nn/initialise.hpp"
#include "isotypic/nn/readouts/isotypic_readout.hpp"
#include "isotypic/nn/readouts/readout.hpp"
#include "tests/nn/support.hpp"

namespace isotypic::nn::readouts_test {
namespace {

using test::expect_gradients;
using test::max_difference;

constexpr std::int64_t embedding_width = 5;

/// Every readout on its own, every isotypic variant, and every fusion.
std::vector<ReadoutOptions> all_readouts() {
  std::vector<ReadoutOptions> all;
  for (const auto& [kind, name] : EnumNames<ReadoutKind>::table) {
    // The isotypic ones follow, with their options; operators and the set of components need more
    // of their graphs and have tests of their own.
    if (kind == ReadoutKind::Isotypic || kind == ReadoutKind::Operators ||
        kind == ReadoutKind::ComponentSet) {
      continue;
    }
    all.push_back({.parts = {kind}});
  }
  for (const ReadoutVariant variant :
       {ReadoutVariant::Full, ReadoutVariant::Linear, ReadoutVariant::LinearBlocks}) {
    for (const bool centre : {false, true}) {
      all.push_back(
          {.parts = {ReadoutKind::Isotypic},
           .isotypic = {.variant = variant, .max_blocks = 4, .rp_dim = 3, .centre = centre}});
    }
  }
  for (const Fusion fusion : {Fusion::Concat, Fusion::ProjectedSum, Fusion::Gate}) {
    all.push_back({.parts = {ReadoutKind::Mean, ReadoutKind::Isotypic, ReadoutKind::Max},
                   .fusion = fusion,
                   .isotypic = {.max_blocks = 3}});
  }
  return all;
}

std::shared_ptr<Readout> make(const ReadoutOptions& options, at::ScalarType dtype = at::kDouble) {
  const InitialisationScope scope(4);
  auto readout = make_readout(options, embedding_width);
  readout->to(dtype);
  return readout;
}

Batch batch_of(std::span<const Sample> samples, at::ScalarType dtype = at::kDouble) {
  return make_batch(collate(samples, {.dtype = dtype}));
}

TEST(Readouts, GradientsMatchDifferences) {
  const Batch batch = batch_of(test::mixed_samples());
  const at::Tensor x = batch.node_features.clone().requires_grad_();
  for (const ReadoutOptions& options : all_readouts()) {
    const auto readout = make(options);
    EXPECT_EQ(readout->forward(x, batch).size(1), readout->width());
    std::vector<at::Tensor> inputs = readout->parameters();
    inputs.push_back(x);
    expect_gradients([&] { return readout->forward(x, batch); }, inputs, 1e-6, 40);
  }
}

TEST(Readouts, ABatchEqualsItsGraphsOneByOne) {
  const GraphTensors data = collate(test::mixed_samples(), {.dtype = at::kDouble});
  for (const ReadoutOptions& options : all_readouts()) {
    const auto readout = make(options);
    test::expect_batch_equals_graphs(*readout, data);
  }
}

TEST(Readouts, DoNotSeeTheLabelling) {
  std::vector<Sample> samples = test::mixed_samples();
  std::vector<Sample> renamed;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    renamed.push_back(test::relabelled(
        samples[i], test::random_permutation(samples[i].graph.num_nodes(), 20 + i)));
  }
  for (const auto& [dtype, tolerance] :
       std::vector<std::pair<at::ScalarType, double>>{{at::kFloat, 1e-5}, {at::kDouble, 1e-10}}) {
    const Batch a = batch_of(samples, dtype);
    const Batch b = batch_of(renamed, dtype);
    for (const ReadoutOptions& options : all_readouts()) {
      const auto readout = make(options, dtype);
      const at::Tensor first = readout->forward(a.node_features, a);
      const double size = std::max(1.0, first.abs().max().item<double>());
      EXPECT_LT(max_difference(first, readout->forward(b.node_features, b)), tolerance * size);
    }
  }
}

TEST(IsotypicReadout, KernelEqualsThePlainPath) {
  for (const at::ScalarType dtype : {at::kFloat, at::kDouble}) {
    const double tolerance = dtype == at::kFloat ? 2e-5 : 1e-12;
    const Batch batch = batch_of(test::mixed_samples({.node_features = 37}), dtype);
    for (const ReadoutVariant variant :
         {ReadoutVariant::Full, ReadoutVariant::Linear, ReadoutVariant::LinearBlocks}) {
      for (const bool centre : {false, true}) {
        const IsotypicReadoutOptions options{.variant = variant, .max_blocks = 4, .centre = centre};
        IsotypicReadout readout(options, 37);
        readout.to(dtype);
        const at::Tensor x = batch.node_features.clone().requires_grad_();
        const at::Tensor y = batch.node_features.clone().requires_grad_();
        const at::Tensor kernel = isotypic_features(x, batch, readout.R, options);
        const at::Tensor plain = isotypic_features_plain(y, batch, readout.R, options);
        EXPECT_LT(max_difference(kernel, plain), tolerance * plain.abs().max().item<double>());
        (kernel * kernel).sum().backward();
        (plain * plain).sum().backward();
        EXPECT_LT(max_difference(x.grad(), y.grad()),
                  tolerance * std::max(1.0, y.grad().abs().max().item<double>()));
      }
    }
  }
}

TEST(IsotypicReadout, StatisticsAreThoseOfTheProjectors) {
  const Sample sample = test::random_sample(rook_graph(4, 4), 3);
  const Batch batch = batch_of(std::vector{sample});
  IsotypicReadout readout({.max_blocks = 5, .rp_dim = 2}, embedding_width);
  readout.to(at::kDouble);
  const at::Tensor features =
      readout.forward(batch.node_features, batch).view({5, 5});  // slots, 3 + rp_dim

  const Decomposition& canonical = *sample.channels->canonical;
  Eigen::MatrixXd m(16, embedding_width);
  for (std::int64_t v = 0; v < 16; ++v) {
    m.row(sample.channels->position[v]) = sample.node_features.row(v).cast<double>();
  }
  ASSERT_EQ(canonical.channels.size(), 3U);
  for (std::size_t b = 0; b < 3; ++b) {
    const auto q =
        canonical.basis.middleCols(canonical.channels[b].begin, canonical.channels[b].dim);
    const Eigen::MatrixXd projected = q * q.transpose() * m;
    const auto slot = static_cast<std::int64_t>(b);
    const bool trivial = canonical.channels[b].dim == 1;
    EXPECT_NEAR(features[slot][0].item<double>(), projected.colwise().sum().norm(), 1e-10);
    EXPECT_NEAR(features[slot][1].item<double>(), projected.norm(), 1e-10);
    EXPECT_NEAR(features[slot][2].item<double>(), projected.rowwise().norm().mean(), 1e-10);
    for (std::int64_t j = 0; j < 2; ++j) {
      double sketch = 0.0;
      for (std::int64_t i = 0; i < embedding_width; ++i) {
        sketch += projected.col(i).mean() * readout.R[i][j].item<double>();
      }
      EXPECT_NEAR(features[slot][3 + j].item<double>(), trivial ? sketch : 0.0, 1e-10);
    }
  }
  EXPECT_EQ(features.slice(0, 3).abs().max().item<double>(), 0.0);  // unused slots
}

TEST(IsotypicReadout, ZeroBlocksAreExactlyZeroWithZeroGradient) {
  // Constant embeddings lie in the trivial component: all other blocks hold rounding noise.
  for (const at::ScalarType dtype : {at::kFloat, at::kDouble}) {
    std::vector<Sample> samples = test::mixed_samples();
    const Batch batch = batch_of(samples, dtype);
    for (const bool plain : {false, true}) {
      for (const double value : {1.0, 0.0}) {
        const IsotypicReadoutOptions options{.max_blocks = 16, .centre = true};
        IsotypicReadout readout(options, embedding_width, plain);
        readout.to(dtype);
        const at::Tensor x =
            at::full({batch.num_nodes, embedding_width}, value, at::TensorOptions(dtype))
                .requires_grad_();
        const at::Tensor features = readout.forward(x, batch);
        EXPECT_EQ(features.abs().max().item<double>(), 0.0);
        // The plain path answers with constants here; adding x gives backward() something to do
        // in both paths, and a gradient of exactly 1 if the features add nothing to it.
        (features.sum() + x.sum()).backward();
        EXPECT_TRUE(x.grad().equal(at::ones_like(x)));
      }
    }
  }
}

TEST(IsotypicReadout, RetainedEnergyIsTheShareOfTheKeptBlocks) {
  const Sample sample = test::random_sample(rook_graph(4, 4), 3);
  const Batch batch = batch_of(std::vector{sample});
  const at::Tensor x = batch.node_features;
  EXPECT_NEAR(retained_energy(x, batch, {.max_blocks = 8}).item<double>(), 1.0, 1e-12);
  const double one = retained_energy(x, batch, {.max_blocks = 1}).item<double>();
  EXPECT_GT(one, 0.1);
  EXPECT_LT(one, 0.9);
  const at::Tensor constant = at::ones_like(x);
  EXPECT_NEAR(retained_energy(constant, batch, {.max_blocks = 2}).item<double>(), 0.0, 1e-12);
}

TEST(IsotypicReadout, RIsABufferFixedByTheSeed) {
  const IsotypicReadout a({.seed = 1}, embedding_width);
  const IsotypicReadout b({.seed = 1}, embedding_width);
  const IsotypicReadout c({.seed = 2}, embedding_width);
  EXPECT_TRUE(a.R.equal(b.R));
  EXPECT_FALSE(a.R.equal(c.R));
  EXPECT_TRUE(a.parameters().empty());
  EXPECT_TRUE(a.named_buffers().contains("R"));
}

TEST(Readouts, RefuseBadInput) {
  const Batch batch = batch_of(test::mixed_samples());
  EXPECT_THROW(static_cast<void>(make({.parts = {}})), Error);
  const auto sum = make({.parts = {ReadoutKind::Sum}});
  EXPECT_THROW(static_cast<void>(sum->forward(at::zeros({3, embedding_width}, at::kDouble), batch)),
               Error);
  std::vector<Sample> bare = test::mixed_samples();
  for (Sample& sample : bare) sample.channels = nullptr;
  const Batch without = batch_of(bare);
  const auto isotypic = make({.parts = {ReadoutKind::Isotypic}});
  EXPECT_THROW(static_cast<void>(isotypic->forward(without.node_features, without)), Error);
  EXPECT_THROW(static_cast<void>(isotypic->forward(batch.node_features.to(at::kFloat), batch)),
               Error);
  EXPECT_THROW(IsotypicReadout({.max_blocks = 0}, embedding_width), Error);
  const Batch cut =
      make_batch(collate(test::mixed_samples(), {.dtype = at::kDouble, .max_blocks = 2}));
  EXPECT_THROW(static_cast<void>(isotypic->forward(cut.node_features, cut)), Error);
}

}  // namespace
}  // namespace isotypic::nn::readouts_test
