// Laws of the message-passing layers and of the stack.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/encoder.hpp"
#include "isotypic/nn/initialise.hpp"
#include "isotypic/nn/layers/gatv2.hpp"
#include "isotypic/nn/layers/mlp.hpp"
#include "isotypic/nn/model.hpp"
#include "tests/nn/support.hpp"

namespace isotypic::nn::layers_test {
namespace {

using test::expect_gradients;
using test::max_difference;

const std::vector<LayerKind> all_kinds = {LayerKind::Gin,  LayerKind::Gine,
                                          LayerKind::Sage, LayerKind::Gatv2,
                                          LayerKind::Pna,  LayerKind::TransformerConv};

EncoderOptions small_encoder(LayerKind kind) {
  return {.kind = kind,
          .hidden = 8,
          .layers = 2,
          .heads = 2,
          .train_eps = true,
          .kernels = Kernels::Plain,
          .node_features = 5,
          .edge_features = 3,
          .degree_histogram = {1, 2, 8, 4}};
}

std::shared_ptr<Encoder> make_encoder(const EncoderOptions& options) {
  const InitialisationScope scope(3);
  auto encoder = std::make_shared<Encoder>(options, std::make_shared<DropoutStream>());
  encoder->to(at::kDouble);
  return encoder;
}

GraphTensors double_data(std::span<const Sample> samples) {
  return collate(samples, {.dtype = at::kDouble});
}

TEST(Encoder, GradientsOfEveryKindMatchDifferences) {
  const GraphTensors data = double_data(test::mixed_samples());
  const Batch batch = make_batch(data);
  for (const LayerKind kind : all_kinds) {
    SCOPED_TRACE(static_cast<int>(kind));
    const auto encoder = make_encoder(small_encoder(kind));
    batch.node_features.requires_grad_();
    std::vector<at::Tensor> inputs = encoder->parameters();
    inputs.push_back(batch.node_features);
    expect_gradients([&] { return encoder->forward(batch); }, inputs, 2e-5, 6);
  }
}

TEST(Encoder, ABatchEqualsItsGraphsOneByOne) {
  const std::vector<Sample> samples = test::mixed_samples();
  const GraphTensors data = double_data(samples);
  for (const LayerKind kind : all_kinds) {
    const auto encoder = make_encoder(small_encoder(kind));
    encoder->eval();
    const at::Tensor together = encoder->forward(make_batch(data));
    std::vector<at::Tensor> alone;
    for (std::int64_t g = 0; g < data.num_graphs; ++g) {
      alone.push_back(encoder->forward(make_batch(data, std::vector{g})));
    }
    EXPECT_LT(max_difference(together, at::cat(alone)), 1e-12) << static_cast<int>(kind);
  }
}

TEST(Encoder, IsEquivariant) {
  const Sample sample = test::random_sample(test::random_graph(12, 0.3, 1), 1);
  const auto position = test::random_permutation(12, 2);
  const std::vector<Sample> both = {sample, test::relabelled(sample, position)};
  const GraphTensors data = double_data(both);
  const at::Tensor rows = at::tensor(std::vector<std::int64_t>(position.begin(), position.end()));
  for (const LayerKind kind : all_kinds) {
    const auto encoder = make_encoder(small_encoder(kind));
    encoder->eval();
    const at::Tensor x = encoder->forward(make_batch(data));
    EXPECT_LT(max_difference(x.slice(0, 0, 12), x.slice(0, 12).index_select(0, rows)), 1e-12);
  }
}

TEST(Encoder, InitialWeightsFollowPyg) {
  const InitialisationScope scope(0);
  Gatv2 attention({.in_features = 300, .out_features = 100, .heads = 4, .edge_features = 7});
  const double glorot = std::sqrt(6.0 / 400);
  EXPECT_NEAR(attention.lin_l->weight.abs().max().item<double>(), glorot, 1e-3);
  EXPECT_NEAR(attention.lin_l->bias.abs().max().item<double>(), 1 / std::sqrt(300.0), 5e-3);
  EXPECT_EQ(attention.bias.abs().max().item<double>(), 0.0);
  EXPECT_LE(attention.att.abs().max().item<double>(), std::sqrt(6.0 / (4 + 25)));
  const Mlp mlp(100, 50, 1);
  EXPECT_NEAR(mlp.first->weight.abs().max().item<double>(), 0.1, 1e-3);  // 1 / sqrt(fan in)
}

TEST(Encoder, CategoriesAndFloatsOfBothEndsAreEncoded) {
  std::vector<Sample> samples = test::mixed_samples();
  for (Sample& sample : samples) {
    sample.node_categories = CategoryMatrix::Constant(sample.graph.num_nodes(), 9, 1);
    sample.edge_categories = CategoryMatrix::Constant(sample.graph.num_edges(), 3, 1);
  }
  const Batch batch = make_batch(double_data(samples));
  EncoderOptions options = small_encoder(LayerKind::Gine);
  options.node_categories = ogb_atom_categories();
  options.edge_categories = ogb_bond_categories();
  const auto encoder = make_encoder(options);
  expect_gradients([&] { return encoder->forward(batch); },
                   {encoder->node_encoder->weight, encoder->edge_encoder->weight}, 2e-5, 200);

  samples[0].node_categories(0, 7) = 2;
  EXPECT_THROW(static_cast<void>(encoder->forward(make_batch(double_data(samples)))), Error);
}

TEST(Encoder, RefusesMismatchedInput) {
  const GraphTensors data = double_data(test::mixed_samples());
  EncoderOptions options = small_encoder(LayerKind::Gin);
  options.node_features = 4;
  EXPECT_THROW(static_cast<void>(make_encoder(options)->forward(make_batch(data))), Error);
  options.node_features = 0;
  EXPECT_THROW(make_encoder(options), Error);
  options = small_encoder(LayerKind::Gine);
  options.edge_features = 2;
  EXPECT_THROW(static_cast<void>(make_encoder(options)->forward(make_batch(data))), Error);
  options = small_encoder(LayerKind::Gatv2);
  options.heads = 3;
  EXPECT_THROW(make_encoder(options), Error);
  options = small_encoder(LayerKind::Pna);
  options.degree_histogram = {};
  EXPECT_THROW(make_encoder(options), Error);
  const auto encoder = make_encoder(small_encoder(LayerKind::Gin));
  EXPECT_THROW(static_cast<void>(encoder->forward(make_batch(data, std::vector<std::int64_t>{1}))),
               Error);  // a single node, in training
}

TEST(Dropout, KeepsTheExpectedShareAndTheMean) {
  DropoutStream stream{.seed = 5};
  const at::Tensor ones = at::ones({400, 250});
  const at::Tensor dropped = dropout(ones, 0.3, stream);
  EXPECT_NEAR((dropped > 0).to(at::kFloat).mean().item<double>(), 0.7, 0.01);
  EXPECT_NEAR(dropped.mean().item<double>(), 1.0, 0.015);
  EXPECT_FALSE(dropout(ones, 0.3, stream).equal(dropped));
  DropoutStream again{.seed = 5};
  EXPECT_TRUE(dropout(ones, 0.3, again).equal(dropped));
  EXPECT_THROW(static_cast<void>(dropout(ones, 1.0, stream)), Error);
}

TEST(GraphModel, EqualSeedsGiveEqualWeights) {
  const ModelOptions options{.encoder = small_encoder(LayerKind::Pna), .outputs = 2, .seed = 9};
  const GraphModel a(options);
  const GraphModel b(options);
  const auto others = b.named_parameters();
  for (const auto& item : a.named_parameters()) EXPECT_TRUE(item.value().equal(others[item.key()]));
}

}  // namespace
}  // namespace isotypic::nn::layers_test
