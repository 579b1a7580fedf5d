// A compiled model gives what the network gives, up to rounding, for all that it takes.
#include "isotypic/nn/compiled_model.hpp"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/initialise.hpp"
#include "tests/nn/support.hpp"

namespace isotypic::nn::compiled_model_test {
namespace {

/// Categories that follow the features.
std::vector<Sample> coloured_samples() {
  std::vector<Sample> samples = test::mixed_samples();
  for (Sample& sample : samples) {
    sample.node_categories.resize(sample.graph.num_nodes(), 2);
    for (std::int64_t v = 0; v < sample.graph.num_nodes(); ++v) {
      sample.node_categories(v, 0) = sample.node_features(v, 0) > 0 ? 3 : 0;
      sample.node_categories(v, 1) = static_cast<std::int32_t>(v % 2);
    }
    sample.edge_categories.resize(sample.graph.num_edges(), 2);
    for (std::int64_t e = 0; e < sample.graph.num_edges(); ++e) {
      sample.edge_categories(e, 0) = sample.edge_features(e, 0) > 0 ? 1 : 0;
      sample.edge_categories(e, 1) = sample.edge_features(e, 1) > 0.5F ? 2 : 0;
    }
  }
  return samples;
}

std::vector<std::int64_t> all_ids(const GraphTensors& data) {
  std::vector<std::int64_t> ids;
  for (std::int64_t g = 0; g < data.num_graphs; ++g) ids.push_back(g);
  return ids;
}

GraphTensors collated(const ModelOptions& options) {
  CollateOptions collate = collate_options(options.readout);
  collate.encodings.columns = {.walks = options.encoder.walks,
                               .laplacian = options.encoder.laplacian};
  GraphTensors data = nn::collate(coloured_samples(), collate);
  data.targets = at::randn({data.num_graphs, 3});
  return data;
}

/// A model whose norms and biases are not those it began with.
std::shared_ptr<GraphModel> moved_model(const ModelOptions& options, const GraphTensors& data) {
  auto model = std::make_shared<GraphModel>(options);
  const at::NoGradGuard no_grad;
  model->learn_scales(data, all_ids(data));
  model->train();
  for (int step = 0; step < 3; ++step) (void)model->forward(make_batch(data));
  for (at::Tensor& weight : model->parameters()) {
    if (weight.dim() == 1) weight += 0.2 * at::randn_like(weight);
  }
  model->eval();
  return model;
}

/// Answers of the compiled model, graph by graph.
at::Tensor answers(const CompiledModel& compiled, const GraphTensors& data) {
  at::Tensor rows = at::empty({data.num_graphs, compiled.num_outputs()});
  ViewArrays arrays;
  for (std::int64_t g = 0; g < data.num_graphs; ++g) {
    compiled.answer(view_graph(data, g, arrays),
                    rows.data_ptr<float>() + g * compiled.num_outputs());
  }
  return rows;
}

/// The largest deviation that was measured over all cases below is 8.6e-7 of the largest output.
constexpr double rounding = 1e-5;

/// Returns the largest deviation, relative to the largest output.
double expect_same_answers(const ModelOptions& options, const std::string& what) {
  at::manual_seed(5);
  const GraphTensors data = collated(options);
  const auto model = moved_model(options, data);
  const auto compiled = CompiledModel::make(*model);
  if (!compiled) {
    ADD_FAILURE() << what << " is not compiled";
    return 0.0;
  }
  const at::NoGradGuard no_grad;
  const at::Tensor expected = model->forward(make_batch(data));
  const double size = expected.abs().max().item<double>();
  const double off = test::max_difference(answers(*compiled, data), expected) / size;
  EXPECT_LT(off, rounding) << what;
  return off;
}

ModelOptions options_with(const std::string& readout) {
  ModelOptions options{.encoder = {.kind = LayerKind::Gin, .hidden = 16, .layers = 3},
                       .readout = named_readout(readout, 4, 1),
                       .outputs = 3,
                       .seed = 2};
  options.encoder.node_features = 5;
  return options;
}

TEST(CompiledModel, GivesWhatEveryReadoutThatItTakesGives) {
  double largest = 0.0;
  for (const char* name :
       {"sum", "mean", "max", "meanmax", "isotypic", "linear", "linear_blocks", "operators",
        "operators_without_sizes", "operators_without_diagonal", "structure", "structure_wide",
        "deepsets", "sum+isotypic", "mean+max+isotypic:gated", "sum+isotypic:projected",
        "isotypic+operators"}) {
    largest = std::max(largest, expect_same_answers(options_with(name), name));
  }
  for (const char* name : {"operators", "structure"}) {
    ModelOptions near = options_with(name);
    near.readout.operators.reach = 2;
    largest = std::max(largest, expect_same_answers(near, std::string("near ") + name));
  }
  RecordProperty("largest_deviation", std::to_string(1e9 * largest) + "e-9");
}

TEST(CompiledModel, GivesWhatEveryEncoderThatItTakesGives) {
  double largest = 0.0;
  const auto check = [&](const std::string& what, const auto& change) {
    for (const LayerKind kind : {LayerKind::Gin, LayerKind::Gine}) {
      ModelOptions options = options_with("sum+operators");
      options.encoder.kind = kind;
      options.encoder.edge_features = kind == LayerKind::Gine ? 3 : 0;
      change(options);
      const std::string name = what + " of " + enum_name(kind);
      largest = std::max(largest, expect_same_answers(options, name));
    }
  };
  check("features", [](ModelOptions&) {});
  check("trained eps", [](ModelOptions& options) { options.encoder.train_eps = true; });
  check("categories", [](ModelOptions& options) {
    options.encoder.node_categories = {4, 2};
    if (options.encoder.kind == LayerKind::Gine) options.encoder.edge_categories = {2, 3};
  });
  check("residual", [](ModelOptions& options) { options.encoder.residual = true; });
  check("feed-forward", [](ModelOptions& options) { options.encoder.feed_forward = true; });
  check("virtual node", [](ModelOptions& options) { options.encoder.virtual_node = true; });
  check("walks", [](ModelOptions& options) { options.encoder.walks = 6; });
  check("walks and heat", [](ModelOptions& options) {
    options.encoder.walks = 3;
    options.encoder.laplacian = 5;
  });
  check("dropout", [](ModelOptions& options) { options.encoder.dropout = 0.5; });
  check("all of these", [](ModelOptions& options) {
    options.encoder.residual = options.encoder.feed_forward = options.encoder.virtual_node = true;
    options.encoder.walks = 4;
    options.encoder.node_categories = {4, 2};
  });
  check("fixed norms", [](ModelOptions& options) { options.encoder.norm = Normalisation::Fixed; });
  check("scaled targets", [](ModelOptions& options) { options.scale_targets = true; });
  RecordProperty("largest_deviation", std::to_string(1e9 * largest) + "e-9");
}

TEST(CompiledModel, IsNotMadeOfWhatItDoesNotTake) {
  const auto is_taken = [](const ModelOptions& options) {
    return CompiledModel::make(GraphModel(options)) != nullptr;
  };
  EXPECT_TRUE(is_taken(options_with("sum")));
  for (const char* name : {"pna", "attention", "set2set", "component_set", "operator_statistics",
                           "sum+attention", "marked:1"}) {
    EXPECT_FALSE(is_taken(options_with(name))) << name;
  }
  for (const LayerKind kind : {LayerKind::Sage, LayerKind::Gatv2, LayerKind::TransformerConv}) {
    ModelOptions options = options_with("sum");
    options.encoder.kind = kind;
    EXPECT_FALSE(is_taken(options)) << enum_name(kind);
  }
  ModelOptions centred = options_with("sum");
  centred.encoder.norm = Normalisation::Centred;
  EXPECT_FALSE(is_taken(centred));
  GraphModel in_double(options_with("sum"));
  in_double.to(at::kDouble);
  EXPECT_EQ(CompiledModel::make(in_double), nullptr);
}

TEST(CompiledModel, IsNotMadeOfAModelWithWeightsThatItDoesNotKnow) {
  GraphModel model(options_with("sum"));
  model.encoder->register_parameter("something_new", at::zeros({3}));
  EXPECT_EQ(CompiledModel::make(model), nullptr);
}

TEST(CompiledModel, AnswersThreadsWithEqualBytes) {
  const ModelOptions options = options_with("sum+isotypic");
  const GraphTensors data = collated(options);
  const auto compiled = CompiledModel::make(*moved_model(options, data));
  const at::Tensor expected = answers(*compiled, data);
  std::vector<at::Tensor> found(4);
  {
    std::vector<std::jthread> threads;
    for (at::Tensor& own : found) {
      threads.emplace_back([&] {
        for (int round = 0; round < 20; ++round) own = answers(*compiled, data);
      });
    }
  }
  for (const at::Tensor& own : found) EXPECT_TRUE(own.equal(expected));
}

TEST(CompiledModel, SaysWhatAGraphLacks) {
  const auto compiled = CompiledModel::make(GraphModel(options_with("sum+isotypic")));
  ViewArrays arrays;
  GraphTensors data = nn::collate(test::mixed_samples(), {.max_blocks = 4});
  GraphView view = view_graph(data, 0, arrays);
  std::vector<float> out(3);
  compiled->answer(view, out.data());
  view.basis = nullptr;
  EXPECT_THROW(compiled->answer(view, out.data()), Error);
  view = view_graph(data, 0, arrays);
  view.num_node_features = 4;
  EXPECT_THROW(compiled->answer(view, out.data()), Error);
  view = view_graph(data, 0, arrays);
  view.max_blocks = 2;
  EXPECT_THROW(compiled->answer(view, out.data()), Error);
  EXPECT_THROW(compiled->answer({}, out.data()), Error);
  EXPECT_THROW((void)view_graph(data, data.num_graphs, arrays), Error);
}

}  // namespace
}  // namespace isotypic::nn::compiled_model_test
