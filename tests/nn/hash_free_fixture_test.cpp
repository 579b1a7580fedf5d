// Features and gradients of the readouts without a hash, recorded for the tests of the Python
// modules. ISOTYPIC_UPDATE_FIXTURES=1 writes the file anew.
#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/nn/module.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "isotypic/channels/channels.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/nn/initialise.hpp"
#include "isotypic/nn/readouts/operator_readout.hpp"
#include "isotypic/nn/readouts/readout.hpp"
#include "isotypic/symmetry/symmetry.hpp"
#include "tests/nn/support.hpp"
#include "tests/support/source_directory.hpp"

namespace isotypic::nn::hash_free_fixture_test {
namespace {

using nlohmann::json;
using test::max_difference;
using test::tensor_of;

constexpr std::int64_t width = 4;

std::string fixture_path() {
  return test::source_directory() + "/tests/nn/fixtures/hash_free.json";
}

json values_of(const at::Tensor& tensor) {
  if (tensor.dim() == 0) {
    return tensor.is_floating_point() ? json(tensor.item<double>()) : json(tensor.item<long>());
  }
  json rows = json::array();
  for (std::int64_t i = 0; i < tensor.size(0); ++i) rows.push_back(values_of(tensor[i]));
  return rows;
}

ReadoutOptions options_of(const json& recorded) {
  ReadoutOptions options = named_readout(recorded["readout"], /*blocks=*/1, /*seed=*/3);
  OperatorOptions& operators = options.operators;
  operators.heads = std::min<std::int64_t>(operators.heads, 2);
  operators.hidden = 5;
  operators.powers = 4;
  operators.max_distance = 3;
  if (recorded.contains("edge_categories")) operators.edge_categories = {2};
  return options;
}

/// Nodes have one feature: 1, but 2 at the first node of a graph whose symmetry it is to break.
std::vector<Sample> samples_of(const json& recorded, const ReadoutOptions& options) {
  std::vector<Sample> samples;
  for (std::size_t g = 0; g < recorded["graphs"].size(); ++g) {
    Sample sample{.graph = parse_graph6(recorded["graphs"][g].get<std::string>())};
    sample.node_features = FloatMatrix::Ones(sample.graph.num_nodes(), 1);
    if (g == 1) sample.node_features(0, 0) = 2.0F;
    if (recorded.contains("edge_categories")) {
      sample.edge_categories.resize(sample.graph.num_edges(), 1);
      for (std::int64_t e = 0; e < sample.graph.num_edges(); ++e) {
        sample.edge_categories(e, 0) = recorded["edge_categories"][g][e];
      }
    }
    if (needs_components(options)) {
      sample.channels = std::make_shared<const Channels>(decompose(compute_symmetry(sample.graph)));
    }
    samples.push_back(std::move(sample));
  }
  return samples;
}

/// Embeddings that the order of marked copies does not change: features F of the nodes, and those
/// of their neighbours, F W + A F W'.
at::Tensor embed_copies(const Batch& batch, const at::Tensor& weights) {
  const Edges edges = directed_edges(batch);
  const at::Tensor& f = batch.node_features;
  const at::Tensor seen =
      at::zeros_like(f).index_add(0, edges.target, f.index_select(0, edges.source));
  return f.matmul(weights[0]) + seen.matmul(weights[1]);
}

struct Prepared {
  std::shared_ptr<Readout> readout;
  GraphTensors data;
  Batch batch;
};

Prepared prepare(const json& recorded) {
  const ReadoutOptions options = options_of(recorded);
  const GraphTensors data =
      collate(samples_of(recorded, options), collate_options(options, at::kDouble));
  const InitialisationScope scope(7);
  auto readout = make_readout(options, width);
  readout->to(at::kDouble);
  return {readout, data, make_batch(data)};
}

/// Parameters and buffers by their names.
std::vector<std::pair<std::string, at::Tensor>> state_of(const Readout& readout) {
  std::vector<std::pair<std::string, at::Tensor>> state;
  for (const auto& item : readout.named_parameters()) state.emplace_back(item.key(), item.value());
  for (const auto& item : readout.named_buffers()) state.emplace_back(item.key(), item.value());
  return state;
}

/// What the test compares: in training, with the gradient of the squares, and in evaluation.
struct Answers {
  at::Tensor training, gradient, evaluation;
};

Answers answers_of(const Prepared& prepared, const json& recorded) {
  const at::Tensor input = tensor_of(recorded["x"]).requires_grad_();
  const at::Tensor x = prepared.batch.has_marks() ? embed_copies(prepared.batch, input) : input;
  Answers answers;
  prepared.readout->eval();
  answers.evaluation = prepared.readout->forward(x, prepared.batch).detach();
  prepared.readout->train();
  answers.training = prepared.readout->forward(x, prepared.batch);
  answers.training.square().sum().backward();
  answers.gradient = input.grad();
  return answers;
}

json record(json recorded) {
  Prepared prepared = prepare(recorded);
  std::vector<std::int64_t> ids;
  for (std::int64_t g = 0; g < prepared.data.num_graphs; ++g) ids.push_back(g);
  prepared.readout->learn_scales(prepared.data, ids);
  const at::NoGradGuard no_grad;
  {
    const InitialisationScope scope(8);
    const bool marked = prepared.batch.has_marks();
    recorded["x"] =
        values_of(marked ? at::randn({2, prepared.batch.node_features.size(1), width}, at::kDouble)
                         : at::randn({prepared.batch.num_nodes, width}, at::kDouble));
    // Buffers that begin as 0 and 1 and that nothing has learnt yet.
    for (auto& [name, tensor] : state_of(*prepared.readout)) {
      if (name == "copy_mean" || name == "norm.running_mean") tensor.normal_();
      if (name == "copy_factor" || name == "norm.running_var") tensor.uniform_(0.5, 2.0);
    }
  }
  for (const auto& [name, tensor] : state_of(*prepared.readout)) {
    recorded["state"][name] = values_of(tensor);
  }
  const at::AutoGradMode with_grad(true);
  const Answers answers = answers_of(prepared, recorded);
  recorded["features"] = values_of(answers.evaluation);
  recorded["features_in_training"] = values_of(answers.training.detach());
  recorded["gradient_of_squares"] = values_of(answers.gradient);
  return recorded;
}

json cases() {
  const json graphs = {"IsP@OkWHG", "DqK", "E?~o", "C`", "@"};  // Petersen, 5-cycle, K_{3,3}, ...
  json all = json::array();
  for (const char* name : {"component_set", "operators", "operators_without_sizes",
                           "operators_without_diagonal", "operator_statistics", "structure",
                           "structure_wide", "deepsets", "marked:1", "marked:2:mean"}) {
    all.push_back({{"readout", name}, {"graphs", graphs}});
  }
  json bonded = {{"readout", "operators"}, {"graphs", graphs}};
  for (const json& line : graphs) {
    json own = json::array();
    const std::int64_t edges = parse_graph6(line.get<std::string>()).num_edges();
    for (std::int64_t e = 0; e < edges; ++e) own.push_back(e % 3 == 0 ? 1 : 0);
    bonded["edge_categories"].push_back(own);
  }
  all.push_back(bonded);
  return all;
}

void write_fixture() {
  json fixture;
  for (const json& recorded : cases()) fixture["cases"].push_back(record(recorded));
  std::ofstream(fixture_path()) << fixture.dump() << "\n";
}

void check(const json& recorded) {
  SCOPED_TRACE(recorded["readout"].get<std::string>());
  const Prepared prepared = prepare(recorded);
  {
    const at::NoGradGuard no_grad;
    for (auto& [name, tensor] : state_of(*prepared.readout)) {
      tensor.copy_(tensor_of(recorded["state"][name]).view(tensor.sizes()));
    }
  }
  const Answers answers = answers_of(prepared, recorded);
  const double size = std::max(1.0, answers.training.abs().max().item<double>());
  EXPECT_LT(max_difference(answers.evaluation, tensor_of(recorded["features"])), 1e-12 * size);
  EXPECT_LT(max_difference(answers.training.detach(), tensor_of(recorded["features_in_training"])),
            1e-12 * size);
  EXPECT_LT(max_difference(answers.gradient, tensor_of(recorded["gradient_of_squares"])),
            1e-11 * size * size);
}

TEST(HashFreeFixture, IsWhatTheReadoutsCompute) {
  if (std::getenv("ISOTYPIC_UPDATE_FIXTURES") != nullptr) write_fixture();
  std::ifstream file(fixture_path());
  ASSERT_TRUE(file.good()) << fixture_path();
  const json fixture = json::parse(file);
  EXPECT_EQ(fixture["cases"].size(), cases().size());
  for (const json& recorded : fixture["cases"]) check(recorded);
}

}  // namespace
}  // namespace isotypic::nn::hash_free_fixture_test
