#include "isotypic/nn/fixed_scales.hpp"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/nn/readouts/marked_readout.hpp"
#include "tests/nn/support.hpp"

namespace isotypic::nn::fixed_scales_test {
namespace {

Sample constant_sample(Graph graph) {
  Sample sample{.graph = std::move(graph)};
  sample.node_features = FloatMatrix::Ones(sample.graph.num_nodes(), 1);
  return sample;
}

std::shared_ptr<GraphModel> make_model(const std::string& readout, LayerKind kind,
                                       std::int64_t node_features, std::uint64_t seed = 1,
                                       Normalisation norm = Normalisation::Fixed) {
  auto model = std::make_shared<GraphModel>(ModelOptions{
      .encoder =
          {.kind = kind, .hidden = 8, .layers = 3, .norm = norm, .node_features = node_features},
      .readout = named_readout(readout, 3, 0),
      .outputs = 2,
      .seed = seed});
  model->to(at::kDouble);
  return model;
}

constexpr std::array<std::int64_t, 5> ids = {0, 1, 2, 3, 4};

TEST(FixedScales, StandardiseEveryLayerAndTheReadout) {
  const GraphTensors data = collate(test::mixed_samples(), {.dtype = at::kDouble});
  const auto model = make_model("sum", LayerKind::Sage, 5);
  model->learn_scales(data, ids);
  const Batch batch = make_batch(data);
  for (std::size_t l = 0; l < 3; ++l) {
    const at::Tensor x = model->encoder->norms[l](model->encoder->before_norm(batch, l));
    EXPECT_LT(x.mean(0).abs().max().item<double>(), 1e-10);
    EXPECT_NEAR(x.square().mean().item<double>(), 1.0, 1e-3);
  }
  const at::Tensor z = model->features(batch);
  EXPECT_LT(z.mean(0).abs().max().item<double>(), 1e-10);
  EXPECT_NEAR(z.square().mean().item<double>(), 1.0, 1e-9);
}

TEST(FixedScales, MakeTrainingTheSameAsEvaluation) {
  const GraphTensors data = collate(test::mixed_samples(), {.dtype = at::kDouble});
  for (const LayerKind kind : {LayerKind::Gin, LayerKind::Sage}) {
    const auto model = make_model("sum+max", kind, 5);
    model->learn_scales(data, ids);
    const Batch batch = make_batch(data);
    model->eval();
    const at::Tensor expected = model->forward(batch);
    const at::Tensor read = model->read(batch);
    model->train();
    // All graphs of the scales are in the batch, so its statistics are the same.
    EXPECT_LT(test::max_difference(expected, model->forward(batch)), 1e-10);
    for (std::int64_t g = 0; g < data.num_graphs; ++g) {
      const at::Tensor alone = model->read(make_batch(data, std::array{g}));
      EXPECT_LT(test::max_difference(read.slice(0, g, g + 1), alone), 1e-11);
    }
  }
}

/// Whatever the weights have become, a training step sees features of mean 0 and deviation 1.
TEST(FixedScales, FollowTheReadoutInTraining) {
  const GraphTensors data = collate(test::mixed_samples(), {.dtype = at::kDouble});
  const auto model = make_model("sum", LayerKind::Sage, 5);
  model->learn_scales(data, ids);
  {
    const at::NoGradGuard no_grad;
    for (auto& norm : model->encoder->norms) norm->weight.mul_(3.0);
  }
  model->train();
  const Batch batch = make_batch(data);
  for (int step = 0; step < 60; ++step) {
    const at::Tensor z = model->features(batch);
    EXPECT_LT(z.mean(0).abs().max().item<double>(), 1e-9);
    EXPECT_NEAR(z.square().mean().item<double>(), 1.0, 1e-9);
  }
  const at::Tensor trained = model->features(batch);
  model->eval();
  EXPECT_LT(test::max_difference(model->features(batch), trained), 1e-9);
}

TEST(FixedScales, CountMarkedCopiesByTheirWeights) {
  const std::vector<Sample> samples = {constant_sample(path_graph(5)),
                                       constant_sample(rook_graph(3, 3))};
  GraphTensors data = collate(samples, {.dtype = at::kDouble, .marks = MarkOptions{.size = 1}});
  const auto model = make_model("marked:1", LayerKind::Gin, 1);
  model->learn_scales(data, std::array<std::int64_t, 2>{0, 1});
  const at::Tensor by_orbit = model->encoder->norms[2]->running_mean.clone();
  const at::Tensor copies = dynamic_cast<MarkedReadout&>(*model->readout).copy_factor.clone();
  MarkTensors every{.size = 1, .copy_offsets = {0, 5, 14}, .max_nodes_at_once = 30};
  for (const std::int32_t n : {5, 9}) {
    for (std::int32_t v = 0; v < n; ++v) every.nodes.push_back(v);
  }
  every.weights = at::cat({at::full({5}, 0.2, at::kDouble), at::full({9}, 1.0 / 9, at::kDouble)});
  data.marks = every;
  model->learn_scales(data, std::array<std::int64_t, 2>{0, 1});
  EXPECT_LT(test::max_difference(by_orbit, model->encoder->norms[2]->running_mean), 1e-10);
  EXPECT_LT(test::max_difference(copies, dynamic_cast<MarkedReadout&>(*model->readout).copy_factor),
            1e-9 * copies.abs().max().item<double>());
}

TEST(FixedScales, DoNotScaleRoundingUp) {
  // 1-WL cannot tell these apart, so sum and one mark see rounding at most.
  const std::vector<Sample> samples = {
      constant_sample(disjoint_copies(cycle_graph(4), 2)), constant_sample(cycle_graph(8)),
      constant_sample(rook_graph(4, 4)), constant_sample(shrikhande_graph())};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Normalisation norm = seed % 2 == 0 ? Normalisation::Fixed : Normalisation::Centred;
    for (const auto& [name, first] :
         std::vector<std::pair<std::string, std::int64_t>>{{"sum", 0}, {"marked:1", 2}}) {
      const auto model = make_model(name, LayerKind::Gin, 1, seed, norm);
      const GraphTensors data =
          collate(samples, collate_options(model->options.readout, at::kDouble));
      model->learn_scales(data, std::array{first, first + 1});
      model->eval();
      const at::Tensor z = model->features(make_batch(data, std::array{first, first + 1}));
      EXPECT_EQ(z.abs().max().item<double>(), 0.0) << name;
    }
    const auto model = make_model("marked:2", LayerKind::Gin, 1, seed, norm);
    const GraphTensors data =
        collate(samples, collate_options(model->options.readout, at::kDouble));
    model->learn_scales(data, std::array<std::int64_t, 2>{2, 3});
    const at::Tensor z = model->features(make_batch(data, std::array<std::int64_t, 2>{2, 3}));
    EXPECT_NEAR((z[0] - z[1]).abs().max().item<double>(), 2.0, 1e-6) << seed;
  }
}

TEST(FixedScales, GiveRoundingNoGradient) {
  const std::vector<Sample> samples = {constant_sample(disjoint_copies(cycle_graph(4), 2)),
                                       constant_sample(cycle_graph(8)),
                                       constant_sample(path_graph(8))};
  const auto model = make_model("sum", LayerKind::Gin, 1);
  const GraphTensors data = collate(samples, {.dtype = at::kDouble});
  model->learn_scales(data, std::array<std::int64_t, 3>{0, 1, 2});
  model->train();
  const auto has_gradient = [&](std::int64_t second) {
    const at::Tensor z = model->features(make_batch(data, std::array<std::int64_t, 2>{0, second}));
    return z.requires_grad();
  };
  EXPECT_FALSE(has_gradient(1));
  EXPECT_TRUE(has_gradient(2));
}

TEST(FixedScales, HaveGradientsThatMatchDifferences) {
  const GraphTensors data = collate(test::mixed_samples(), {.dtype = at::kDouble});
  for (const Normalisation norm : {Normalisation::Fixed, Normalisation::Centred}) {
    const auto model = make_model("sum", LayerKind::Gin, 5, 1, norm);
    {
      // A graph without edges is exactly zero when it is centred, where ReLU has no derivative.
      const at::NoGradGuard no_grad;
      for (auto& layer_norm : model->encoder->norms) layer_norm->bias.fill_(0.1);
    }
    model->learn_scales(data, ids);
    model->train();
    const Batch batch = make_batch(data);
    test::expect_gradients([&] { return model->forward(batch); }, model->parameters(), 1e-5, 20);
  }
}

TEST(StandIns, GiveTheOutputsAndGradientsOfAllCopies) {
  std::vector<Sample> samples;
  for (std::uint64_t i = 0; i < 6; ++i) {
    const Graph graph = i % 2 == 0 ? path_graph(5) : cycle_graph(7);
    samples.push_back(
        constant_sample(relabel(graph, test::random_permutation(graph.num_nodes(), i))));
    samples.back().label = static_cast<std::int64_t>(i);
  }
  const auto model = make_model("marked:1", LayerKind::Gin, 1);
  GraphTensors data = collate(samples, collate_options(model->options.readout, at::kDouble));
  model->learn_scales(data, std::array<std::int64_t, 2>{0, 1});
  const std::array<std::int64_t, 4> some = {4, 1, 5, 2};
  const auto gradient = [&](const Batch& batch) {
    for (at::Tensor& parameter : model->parameters()) parameter.mutable_grad() = at::Tensor();
    const at::Tensor z = model->forward(batch);
    (z * at::arange(8, at::kDouble).view({4, 2})).sum().backward();
    return model->encoder->norms[0]->weight.grad().clone();
  };
  const Batch all = make_batch(data, some);
  const at::Tensor expected = gradient(all);
  data.stand_ins = {0, 1, 0, 1, 0, 1};
  const Batch few = make_batch(data, some);
  EXPECT_EQ(few.num_samples, 2);
  EXPECT_LT(few.num_graphs, all.num_graphs);
  EXPECT_TRUE(few.labels.equal(all.labels));
  EXPECT_LT(test::max_difference(model->forward(few), model->forward(all)), 1e-10);
  EXPECT_LT(test::max_difference(gradient(few), expected), 1e-9);
}

}  // namespace
}  // namespace isotypic::nn::fixed_scales_test
