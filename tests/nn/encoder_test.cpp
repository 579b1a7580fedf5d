// What may stand between the layers: residuals, feed-forward blocks and virtual nodes.
#include "isotypic/nn/encoder.hpp"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <string>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/nn/initialise.hpp"
#include "tests/nn/support.hpp"

namespace isotypic::nn::encoder_test {
namespace {

using test::max_difference;

/// Every combination of the three parts, the empty one left out.
std::vector<EncoderOptions> joined_options(LayerKind kind) {
  std::vector<EncoderOptions> all;
  for (int mask = 1; mask < 8; ++mask) {
    all.push_back({.kind = kind,
                   .hidden = 12,
                   .layers = 3,
                   .residual = (mask & 1) != 0,
                   .feed_forward = (mask & 2) != 0,
                   .virtual_node = (mask & 4) != 0,
                   .node_features = 5,
                   .edge_features = 3});
  }
  return all;
}

std::string name_of(const EncoderOptions& options) {
  return std::string(options.residual ? "residual " : "") +
         (options.feed_forward ? "feed-forward " : "") +
         (options.virtual_node ? "virtual node" : "");
}

std::shared_ptr<Encoder> make_encoder(EncoderOptions options, Kernels kernels) {
  options.kernels = kernels;
  const InitialisationScope scope(3);
  auto encoder = std::make_shared<Encoder>(options, std::make_shared<DropoutStream>());
  encoder->to(at::kDouble);
  return encoder;
}

Batch mixed_batch() { return make_batch(collate(test::mixed_samples(), {.dtype = at::kDouble})); }

TEST(Encoder, FusedLayersEqualPlainOnesWithEveryPartBetweenThem) {
  const Batch batch = mixed_batch();
  for (EncoderOptions options : joined_options(LayerKind::Gine)) {
    SCOPED_TRACE(name_of(options));
    options.dropout = 0.2;
    const auto fused = make_encoder(options, Kernels::Fused);
    const auto plain = make_encoder(options, Kernels::Plain);
    const at::Tensor a = fused->forward(batch);
    const at::Tensor b = plain->forward(batch);
    EXPECT_LT(max_difference(a, b), 1e-10);
    a.square().sum().backward();
    b.square().sum().backward();
    const auto expected = plain->named_parameters();
    for (const auto& item : fused->named_parameters()) {
      if (!expected[item.key()].grad().defined()) continue;  // eps, which is not trained
      EXPECT_LT(max_difference(item.value().grad(), expected[item.key()].grad()), 1e-8)
          << item.key();
    }
  }
}

TEST(Encoder, GradientsOfThePartsMatchDifferences) {
  const Batch batch = mixed_batch();
  for (const EncoderOptions& options : joined_options(LayerKind::Gin)) {
    SCOPED_TRACE(name_of(options));
    const auto encoder = make_encoder(options, Kernels::Fused);
    encoder->eval();  // of all graphs alike, so that differences do not see statistics move
    std::vector<at::Tensor> inputs;
    for (const auto& item : encoder->named_parameters()) {
      if (item.value().requires_grad()) inputs.push_back(item.value());
    }
    test::expect_gradients([&] { return encoder->forward(batch); }, inputs, 2e-5, 4);
  }
}

TEST(Encoder, GraphsOfABatchDoNotSeeEachOther) {
  const GraphTensors data = collate(test::mixed_samples(), {.dtype = at::kDouble});
  const Batch all = make_batch(data);
  for (const EncoderOptions& options : joined_options(LayerKind::Gine)) {
    SCOPED_TRACE(name_of(options));
    const auto encoder = make_encoder(options, Kernels::Fused);
    encoder->eval();
    const at::Tensor together = encoder->forward(all);
    for (std::int64_t g = 0; g < data.num_graphs; ++g) {
      const at::Tensor alone = encoder->forward(make_batch(data, std::vector<std::int64_t>{g}));
      const auto rows = together.slice(0, data.node_offsets[g], data.node_offsets[g + 1]);
      EXPECT_LT(max_difference(alone, rows), 1e-12);
    }
  }
}

TEST(Encoder, AResidualPassesTheInputOn) {
  EncoderOptions options{
      .kind = LayerKind::Gine, .hidden = 5, .layers = 1, .node_features = 5, .edge_features = 3};
  const auto without = make_encoder(options, Kernels::Fused);
  options.residual = true;
  const auto with = make_encoder(options, Kernels::Fused);
  const Batch batch = mixed_batch();
  const at::Tensor input = with->node_linear(batch.node_features);
  EXPECT_LT(max_difference(with->forward(batch), without->forward(batch) + input), 1e-12);
}

TEST(Encoder, TrainsAVirtualNodeOnASingleGraph) {
  const GraphTensors data = collate(test::mixed_samples(), {.dtype = at::kDouble});
  const Batch batch = make_batch(data, std::vector<std::int64_t>{3});
  const EncoderOptions options = joined_options(LayerKind::Gine).back();
  const auto fused = make_encoder(options, Kernels::Fused);
  const auto plain = make_encoder(options, Kernels::Plain);
  EXPECT_LT(max_difference(fused->forward(batch), plain->forward(batch)), 1e-12);
}

TEST(Encoder, SeesWhereANodeStands) {
  // A path whose nodes have equal features: what tells its ends apart is the encoding alone.
  Sample sample{.graph = path_graph(5)};
  sample.node_features = FloatMatrix::Ones(5, 1);
  EncoderOptions options{.hidden = 6, .layers = 1, .node_features = 1, .walks = 4, .laplacian = 3};
  const auto encoder = make_encoder(options, Kernels::Fused);
  const GraphTensors data =
      collate(std::vector{sample},
              {.dtype = at::kDouble, .encodings = {.columns = {.walks = 4, .laplacian = 3}}});
  EXPECT_EQ(data.node_encodings.size(1), 7);
  encoder->learn_scales(data, std::vector<std::int64_t>{0});
  const Batch batch = make_batch(data);
  const at::Tensor with = encoder->forward(batch);
  for (const auto& name : {"walk_encoder.weight", "laplacian_encoder.weight"}) {
    const auto other = make_encoder(options, Kernels::Fused);
    other->learn_scales(data, std::vector<std::int64_t>{0});
    const at::NoGradGuard no_grad;
    other->named_parameters()[name].zero_();
    EXPECT_GT(max_difference(with, other->forward(batch)), 1e-3) << name;
  }
  // Standardised: mean zero and deviation one over the nodes, where a column varies.
  const EncodingInput& laplacian = encoder->encodings.back();
  const at::Tensor columns =
      (batch.node_encodings.narrow(1, 4, 3) - laplacian.mean) * laplacian.factor;
  EXPECT_LT(columns.mean(0).abs().max().item<double>(), 1e-12);
  EXPECT_LT((columns.square().mean(0) - 1).abs().max().item<double>(), 1e-9);
}

TEST(Encoder, RefusesABatchWithoutItsEncodings) {
  const auto encoder = make_encoder({.kind = LayerKind::Gine,
                                     .hidden = 5,
                                     .layers = 1,
                                     .node_features = 5,
                                     .edge_features = 3,
                                     .laplacian = 2},
                                    Kernels::Fused);
  EXPECT_THROW(static_cast<void>(encoder->forward(mixed_batch())), Error);
}

TEST(Encoder, CentredNormsSubtractTheMeanOfEveryGraph) {
  const GraphTensors data = collate(test::mixed_samples(), {.dtype = at::kDouble});
  const Batch batch = make_batch(data);
  for (const LayerKind kind : {LayerKind::Gin, LayerKind::Sage}) {
    const auto encoder = make_encoder({.kind = kind,
                                       .hidden = 6,
                                       .layers = 3,
                                       .norm = Normalisation::Centred,
                                       .node_features = 5},
                                      Kernels::Fused);
    for (std::size_t l = 0; l < 3; ++l) {
      const at::Tensor x = encoder->before_norm(batch, l);
      EXPECT_GT(x.abs().max().item<double>(), 1e-3);
      for (std::int64_t g = 0; g < data.num_graphs; ++g) {
        const at::Tensor rows = x.slice(0, data.node_offsets[g], data.node_offsets[g + 1]);
        EXPECT_LT(rows.sum(0).abs().max().item<double>(), 1e-12) << g;
      }
    }
  }
}

TEST(Encoder, ReadsTheSameWithAndWithoutGradients) {
  const Batch batch = mixed_batch();
  for (const Normalisation norm :
       {Normalisation::Batch, Normalisation::Fixed, Normalisation::Centred}) {
    const auto encoder = make_encoder({.kind = LayerKind::Gine,
                                       .hidden = 4,
                                       .layers = 3,
                                       .norm = norm,
                                       .node_features = 5,
                                       .edge_features = 3},
                                      Kernels::Fused);
    encoder->eval();
    const at::Tensor kept = encoder->forward(batch).detach();
    const at::NoGradGuard no_grad;
    EXPECT_TRUE(encoder->forward(batch).equal(kept)) << enum_name(norm);
  }
}

TEST(Encoder, CentredNormsAreTheSameFusedAndPlain) {
  const Batch batch = mixed_batch();
  for (const LayerKind kind : {LayerKind::Gin, LayerKind::Gine}) {
    const EncoderOptions options{.kind = kind,
                                 .hidden = 6,
                                 .layers = 3,
                                 .norm = Normalisation::Centred,
                                 .node_features = 5,
                                 .edge_features = 3};
    const auto fused = make_encoder(options, Kernels::Fused);
    const auto plain = make_encoder(options, Kernels::Plain);
    const at::Tensor weights = at::arange(6, at::kDouble);
    const at::Tensor a = fused->forward(batch);
    const at::Tensor b = plain->forward(batch);
    EXPECT_LT(max_difference(a, b), 1e-12);
    (a * weights).sum().backward();
    (b * weights).sum().backward();
    const auto expected = plain->named_parameters();
    for (const auto& item : fused->named_parameters()) {
      if (!expected[item.key()].grad().defined()) continue;  // eps, which is not trained
      EXPECT_LT(max_difference(item.value().grad(), expected[item.key()].grad()), 1e-10)
          << item.key();
    }
  }
}

TEST(Encoder, RefusesPartsBetweenLayersWithFixedNorms) {
  for (EncoderOptions options : joined_options(LayerKind::Gin)) {
    options.norm = Normalisation::Fixed;
    EXPECT_THROW(Encoder(options, std::make_shared<DropoutStream>()), Error);
  }
}

}  // namespace
}  // namespace isotypic::nn::encoder_test
