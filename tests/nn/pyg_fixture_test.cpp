// Every layer and pooling against outputs and gradients recorded from PyTorch Geometric 2.4.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "isotypic/nn/layers/gatv2.hpp"
#include "isotypic/nn/layers/gin.hpp"
#include "isotypic/nn/layers/gine.hpp"
#include "isotypic/nn/layers/pna.hpp"
#include "isotypic/nn/layers/sage.hpp"
#include "isotypic/nn/layers/transformer_conv.hpp"
#include "isotypic/nn/readouts/attention_readout.hpp"
#include "isotypic/nn/readouts/pool_readout.hpp"
#include "isotypic/nn/readouts/set2set_readout.hpp"
#include "tests/nn/support.hpp"
#include "tests/support/source_directory.hpp"

namespace isotypic::nn::pyg_fixture_test {
namespace {

using nlohmann::json;
using test::max_difference;
using test::tensor_of;

const json& fixture() {
  static const json data =
      json::parse(std::ifstream(test::source_directory() + "/tests/nn/fixtures/pyg_layers.json"));
  return data;
}

Edges fixture_edges() {
  const at::Tensor index = tensor_of(fixture()["edge_index"]);
  return {index[0], index[1], fixture()["num_nodes"].get<std::int64_t>()};
}

Batch fixture_batch() {
  Batch batch;
  batch.graph_of_node = tensor_of(fixture()["batch"]);
  batch.num_nodes = batch.graph_of_node.size(0);
  batch.num_graphs = 3;
  return batch;
}

const json& find_case(const std::string& layer, bool with_edges = false) {
  for (const json& item : fixture()["cases"]) {
    if (item["layer"] == layer && item["inputs"].contains("edge_attr") == with_edges) return item;
  }
  throw std::runtime_error("no case " + layer);
}

/// Gives the module PyG's weights; `renamed` maps PyG's names to ours where they differ.
void load_weights(torch::nn::Module& module, const json& weights,
                  const std::map<std::string, std::string>& renamed = {}) {
  module.to(at::kDouble);
  const at::NoGradGuard no_grad;
  auto tensors = module.named_parameters();
  for (const auto& buffer : module.named_buffers()) tensors.insert(buffer.key(), buffer.value());
  std::int64_t loaded = 0;
  for (const auto& [name, values] : weights.items()) {
    const auto found = renamed.find(name);
    const std::string& own = found == renamed.end() ? name : found->second;
    if (own.empty()) continue;
    ASSERT_TRUE(tensors.contains(own)) << own;
    tensors[own].copy_(tensor_of(values));
    ++loaded;
  }
  EXPECT_EQ(loaded, std::ssize(tensors));
}

/// Runs `forward` on the fixture's x and compares output and input gradient.
void expect_recorded(const json& recorded,
                     const std::function<at::Tensor(const at::Tensor&)>& forward) {
  const at::Tensor x = tensor_of(fixture()["x"]).requires_grad_();
  const at::Tensor output = forward(x);
  EXPECT_LT(max_difference(output, tensor_of(recorded["output"])), 1e-10);
  output.sum().backward();
  EXPECT_LT(max_difference(x.grad(), tensor_of(recorded["grad_x_of_sum"])), 1e-10);
}

void expect_recorded(const json& recorded, Layer& layer) {
  const at::Tensor edge_features = recorded["inputs"].contains("edge_attr")
                                       ? tensor_of(recorded["inputs"]["edge_attr"])
                                       : at::Tensor();
  expect_recorded(recorded, [&](const at::Tensor& x) {
    return layer.forward(x, fixture_edges(), edge_features);
  });
}

TEST(PygFixture, GinAgrees) {
  Gin layer({.in_features = 6, .out_features = 8, .train_eps = true});
  load_weights(layer, find_case("GINConv")["weights"]);
  expect_recorded(find_case("GINConv"), layer);
}

TEST(PygFixture, GineAgrees) {
  Gine layer({.in_features = 6, .out_features = 8, .edge_features = 5});
  load_weights(layer, find_case("GINEConv", true)["weights"]);
  expect_recorded(find_case("GINEConv", true), layer);
}

TEST(PygFixture, SageAgrees) {
  Sage layer({.in_features = 6, .out_features = 8});
  load_weights(layer, find_case("SAGEConv")["weights"]);
  expect_recorded(find_case("SAGEConv"), layer);
}

TEST(PygFixture, Gatv2Agrees) {
  Gatv2 looped({.in_features = 6, .out_features = 8, .heads = 2});
  load_weights(looped, find_case("GATv2Conv")["weights"]);
  expect_recorded(find_case("GATv2Conv"), looped);

  Gatv2 edged({.in_features = 6,
               .out_features = 8,
               .heads = 2,
               .edge_features = 5,
               .add_self_loops = false});
  load_weights(edged, find_case("GATv2Conv", true)["weights"]);
  expect_recorded(find_case("GATv2Conv", true), edged);
}

TEST(PygFixture, PnaAgrees) {
  const json& recorded = find_case("PNAConv");
  Pna layer({.in_features = 6,
             .out_features = 8,
             .degree_histogram =
                 recorded["options"]["degree_histogram"].get<std::vector<std::int64_t>>()});
  const at::Tensor computed = layer.avg_deg_log.to(at::kDouble);
  load_weights(layer, recorded["weights"],
               {{"aggr_module.avg_deg_lin", ""},
                {"aggr_module.avg_deg_log", "avg_deg_log"},
                {"pre_nns.0.0.weight", "pre_nn.weight"},
                {"pre_nns.0.0.bias", "pre_nn.bias"},
                {"post_nns.0.0.weight", "post_nn.weight"},
                {"post_nns.0.0.bias", "post_nn.bias"}});
  EXPECT_LT(max_difference(computed, layer.avg_deg_log), 1e-7);
  expect_recorded(recorded, layer);
}

TEST(PygFixture, TransformerConvAgrees) {
  TransformerConv bare({.in_features = 6, .out_features = 8, .heads = 2});
  load_weights(bare, find_case("TransformerConv")["weights"]);
  expect_recorded(find_case("TransformerConv"), bare);

  TransformerConv edged({.in_features = 6, .out_features = 8, .heads = 2, .edge_features = 5});
  load_weights(edged, find_case("TransformerConv", true)["weights"]);
  expect_recorded(find_case("TransformerConv", true), edged);
}

TEST(PygFixture, Set2SetAgrees) {
  Set2SetReadout readout(6);
  load_weights(readout, find_case("Set2Set")["weights"]);
  expect_recorded(find_case("Set2Set"),
                  [&](const at::Tensor& x) { return readout.forward(x, fixture_batch()); });
}

TEST(PygFixture, AttentionAgrees) {
  AttentionReadout readout(6);
  load_weights(readout, find_case("AttentionalAggregation")["weights"]);
  expect_recorded(find_case("AttentionalAggregation"),
                  [&](const at::Tensor& x) { return readout.forward(x, fixture_batch()); });
}

TEST(PygFixture, PoolsAgree) {
  const at::Tensor x = tensor_of(fixture()["x"]);
  const std::map<std::string, ReadoutKind> kinds = {
      {"sum", ReadoutKind::Sum}, {"mean", ReadoutKind::Mean}, {"max", ReadoutKind::Max}};
  for (const auto& [name, kind] : kinds) {
    PoolReadout readout(kind, 6);
    EXPECT_LT(
        max_difference(readout.forward(x, fixture_batch()), tensor_of(fixture()["pools"][name])),
        1e-10)
        << name;
  }
}

}  // namespace
}  // namespace isotypic::nn::pyg_fixture_test
