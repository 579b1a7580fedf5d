// The fused kernels against the plain modules.
#include "isotypic/nn/kernels/fused/fused_stack.hpp"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <cmath>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/nn/encoder.hpp"
#include "isotypic/nn/initialise.hpp"
#include "isotypic/nn/kernels/fused/fused_pass.hpp"
#include "tests/nn/support.hpp"

namespace isotypic::nn::fused_stack_test {
namespace {

using test::max_difference;

EncoderOptions options_of(LayerKind kind, std::int64_t hidden) {
  return {.kind = kind,
          .hidden = hidden,
          .layers = 3,
          .train_eps = true,
          .node_features = 5,
          .edge_features = 3};
}

std::shared_ptr<Encoder> make_encoder(EncoderOptions options, Kernels kernels,
                                      at::ScalarType dtype) {
  options.kernels = kernels;
  const InitialisationScope scope(3);
  auto encoder = std::make_shared<Encoder>(options, std::make_shared<DropoutStream>());
  encoder->to(dtype);
  const at::NoGradGuard no_grad;
  for (const auto& item : encoder->named_parameters()) {
    if (item.key().ends_with(".eps")) item.value().fill_(0.25);
  }
  return encoder;
}

/// Several chunks, graphs above and below the chunk size, an isolated node.
std::vector<Sample> samples_of_all_sizes() {
  std::vector<Sample> samples = test::mixed_samples();
  for (std::uint64_t i = 0; i < 6; ++i) {
    samples.push_back(
        test::random_sample(test::random_graph(20 + 7 * static_cast<std::int64_t>(i), 0.1, i), i));
  }
  samples.push_back(test::random_sample(cycle_graph(130), 9));
  return samples;
}

double relative_difference(const at::Tensor& a, const at::Tensor& b) {
  return max_difference(a, b) / std::max(1.0, b.abs().max().item<double>());
}

/// Two training steps and an evaluation of both paths: outputs, gradients and running statistics.
void expect_paths_agree(const EncoderOptions& options, at::ScalarType dtype, double tolerance) {
  const Batch batch = make_batch(collate(samples_of_all_sizes(), {.dtype = dtype}));
  const auto fused = make_encoder(options, Kernels::Fused, dtype);
  const auto plain = make_encoder(options, Kernels::Plain, dtype);
  at::Tensor inputs[2];
  for (int step = 0; step < 2; ++step) {
    at::Tensor outputs[2];
    for (const int path : {0, 1}) {
      Batch own = batch;
      own.node_features = inputs[path] = batch.node_features.clone().requires_grad_();
      outputs[path] = (path == 0 ? fused : plain)->forward(own);
      (outputs[path] * outputs[path]).sum().backward();
    }
    EXPECT_LT(relative_difference(outputs[0], outputs[1]), tolerance);
    EXPECT_LT(relative_difference(inputs[0].grad(), inputs[1].grad()), tolerance * 10);
    // Relative to the largest: the bias in front of a BatchNorm has gradient zero but for rounding.
    double size = 1.0;
    for (const at::Tensor& parameter : plain->parameters()) {
      size = std::max(size, parameter.grad().abs().max().item<double>());
    }
    const auto expected = plain->named_parameters();
    for (const auto& item : fused->named_parameters()) {
      EXPECT_LT(max_difference(item.value().grad(), expected[item.key()].grad()), tolerance * size)
          << item.key();
    }
  }
  const auto buffers = plain->named_buffers();
  for (const auto& item : fused->named_buffers()) {
    EXPECT_LT(relative_difference(item.value().to(dtype), buffers[item.key()].to(dtype)), tolerance)
        << item.key();
  }
  fused->eval();
  plain->eval();
  const at::Tensor a = fused->forward(batch);
  const at::Tensor b = plain->forward(batch);
  EXPECT_LT(relative_difference(a, b), tolerance);
}

TEST(FusedStack, EqualsThePlainModulesInDouble) {
  for (const LayerKind kind : {LayerKind::Gin, LayerKind::Gine}) {
    for (const std::int64_t hidden : {7, 32, 80, 113}) {  // in one slice, in even and uneven ones
      SCOPED_TRACE(hidden);
      expect_paths_agree(options_of(kind, hidden), at::kDouble, 1e-10);
    }
  }
}

TEST(FusedStack, EqualsThePlainModulesInFloat) {
  for (const LayerKind kind : {LayerKind::Gin, LayerKind::Gine}) {
    expect_paths_agree(options_of(kind, 64), at::kFloat, 2e-4);
  }
}

TEST(FusedStack, DrawsTheDropoutMasksOfThePlainModules) {
  EncoderOptions options = options_of(LayerKind::Gine, 40);
  options.dropout = 0.3;
  expect_paths_agree(options, at::kDouble, 1e-10);
}

/// Every combination of residual, feed-forward block and virtual node but the empty one.
std::vector<EncoderOptions> joined_options(const EncoderOptions& options) {
  std::vector<EncoderOptions> all;
  for (int mask = 1; mask < 8; ++mask) {
    all.push_back(options);
    all.back().residual = (mask & 1) != 0;
    all.back().feed_forward = (mask & 2) != 0;
    all.back().virtual_node = (mask & 4) != 0;
  }
  return all;
}

TEST(FusedStack, JoinsLayersAsThePlainModulesDo) {
  for (const LayerKind kind : {LayerKind::Gin, LayerKind::Gine}) {
    for (const std::int64_t hidden : {5, 40}) {  // 5: GIN adds the input of its first layer too
      for (const double dropout : {0.0, 0.3}) {
        EncoderOptions base = options_of(kind, hidden);
        base.dropout = dropout;
        for (const EncoderOptions& options : joined_options(base)) {
          SCOPED_TRACE(::testing::Message()
                       << "width " << hidden << ", dropout " << dropout << ", residual "
                       << options.residual << ", feed-forward " << options.feed_forward
                       << ", virtual node " << options.virtual_node);
          expect_paths_agree(options, at::kDouble, 1e-10);
        }
      }
    }
  }
}

TEST(FusedStack, JoinsLayersInFloatToo) {
  for (const EncoderOptions& options : joined_options(options_of(LayerKind::Gine, 64))) {
    expect_paths_agree(options, at::kFloat, 5e-4);
  }
}

TEST(FusedStack, GradientsMatchDifferences) {
  const Batch batch = make_batch(collate(test::mixed_samples(), {.dtype = at::kDouble}));
  for (const LayerKind kind : {LayerKind::Gin, LayerKind::Gine}) {
    for (const bool training : {true, false}) {
      EncoderOptions options = options_of(kind, 9);
      options.layers = 2;
      const auto encoder = make_encoder(options, Kernels::Fused, at::kDouble);
      encoder->train(training);
      batch.node_features.requires_grad_();
      std::vector<at::Tensor> inputs = encoder->parameters();
      inputs.push_back(batch.node_features);
      test::expect_gradients([&] { return encoder->forward(batch); }, inputs, 2e-5, 8);
    }
  }
}

TEST(FusedStack, OpenForwardPassesDoNotDisturbEachOther) {
  const GraphTensors data = collate(samples_of_all_sizes(), {.dtype = at::kDouble});
  const Batch first = make_batch(data, std::vector<std::int64_t>{0, 4, 6});
  const Batch second = make_batch(data, std::vector<std::int64_t>{11, 7});
  const auto fused = make_encoder(options_of(LayerKind::Gine, 16), Kernels::Fused, at::kDouble);
  const auto plain = make_encoder(options_of(LayerKind::Gine, 16), Kernels::Plain, at::kDouble);
  for (const auto& encoder : {fused, plain}) {
    const at::Tensor a = encoder->forward(first);
    const at::Tensor b = encoder->forward(second);
    (a.square().sum() + b.square().sum()).backward();
  }
  const auto expected = plain->named_parameters();
  for (const auto& item : fused->named_parameters()) {
    EXPECT_LT(relative_difference(item.value().grad(), expected[item.key()].grad()), 1e-9);
  }
}

TEST(FusedStack, ResultsDoNotDependOnTheThreadCount) {
  const Batch batch = make_batch(collate(samples_of_all_sizes()));
  const int before = at::get_num_threads();
  std::vector<std::vector<at::Tensor>> results;
  for (const int threads : {1, 2}) {
    at::set_num_threads(threads);
    const auto encoder = make_encoder(options_of(LayerKind::Gin, 64), Kernels::Fused, at::kFloat);
    const at::Tensor output = encoder->forward(batch);
    output.sum().backward();
    results.push_back({output});
    for (const at::Tensor& parameter : encoder->parameters()) {
      results.back().push_back(parameter.grad());
    }
  }
  at::set_num_threads(before);
  for (std::size_t i = 0; i < results[0].size(); ++i) {
    EXPECT_TRUE(results[0][i].equal(results[1][i])) << i;
  }
}

TEST(FusedStack, DoesNotHideNaN) {
  const auto encoder = make_encoder(options_of(LayerKind::Gine, 16), Kernels::Fused, at::kFloat);
  Batch batch = make_batch(collate(test::mixed_samples()));
  batch.node_features[3][1] = NAN;
  EXPECT_TRUE(encoder->forward(batch).isnan().any().item<bool>());
}

TEST(FusedStack, ChunksHoldWholeGraphsInOrder) {
  const std::vector<std::int64_t> offsets = {0, 16, 32, 48, 64, 200, 201, 280, 300};
  const auto chunks = make_chunks(offsets.data(), std::ssize(offsets) - 1);
  std::int64_t row = 0;
  for (const Chunk& chunk : chunks) {
    EXPECT_EQ(chunk.first, row);
    row += chunk.rows;
    EXPECT_NE(std::find(offsets.begin(), offsets.end(), row), offsets.end());
  }
  EXPECT_EQ(row, 300);
  EXPECT_EQ(chunks.front().rows, 48);
}

TEST(FusedStack, RefusesMismatchedInput) {
  const Batch batch = make_batch(collate(test::mixed_samples()));
  const auto pool = std::make_shared<WorkspacePool>();
  EXPECT_THROW(static_cast<void>(fused_stack(batch.node_features, {}, batch, {}, {}, pool)), Error);
  const auto encoder = make_encoder(options_of(LayerKind::Gin, 8), Kernels::Fused, at::kDouble);
  EXPECT_THROW(static_cast<void>(encoder->forward(batch)), Error);  // float features
}

}  // namespace
}  // namespace isotypic::nn::fused_stack_test
