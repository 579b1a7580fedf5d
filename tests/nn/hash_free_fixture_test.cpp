// The hash-free readouts against features and gradients recorded from the Python modules;
// fixtures/make_hash_free.py says how they were made.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "isotypic/io/graph6.hpp"
#include "isotypic/nn/readouts/component_set_readout.hpp"
#include "isotypic/nn/readouts/marked_readout.hpp"
#include "isotypic/nn/readouts/pool_readout.hpp"
#include "tests/nn/support.hpp"
#include "tests/support/source_directory.hpp"

namespace isotypic::nn {
namespace {

using nlohmann::json;
using test::max_difference;
using test::tensor_of;

json fixture() {
  std::ifstream file(test::source_directory() + "/tests/nn/fixtures/hash_free.json");
  return json::parse(file);
}

std::vector<Sample> samples_of(const json& graphs) {
  std::vector<Sample> samples;
  for (const json& line : graphs) {
    Sample sample{.graph = parse_graph6(line.get<std::string>())};
    sample.node_features = FloatMatrix::Ones(sample.graph.num_nodes(), 1);
    sample.channels = test::channels_of(sample.graph);
    samples.push_back(std::move(sample));
  }
  return samples;
}

void load(torch::nn::Module& module, const json& state) {
  const at::NoGradGuard no_grad;
  for (auto& item : module.named_parameters()) item.value().copy_(tensor_of(state[item.key()]));
  for (auto& item : module.named_buffers()) item.value().copy_(tensor_of(state[item.key()]));
}

TEST(HashFreeFixture, ComponentSetIsThatOfThePythonModule) {
  const json recorded = fixture()["component_set"];
  const Batch batch = make_batch(
      collate(samples_of(recorded["graphs"]), {.dtype = at::kDouble, .components = true}));
  const at::Tensor x = tensor_of(recorded["x"]).requires_grad_();
  ComponentSetReadout readout(x.size(1), recorded["seed"].get<std::uint64_t>());
  readout.to(at::kDouble);
  EXPECT_LT(max_difference(readout.R, tensor_of(recorded["state"]["R"])), 1e-15);
  load(readout, recorded["state"]);
  const at::Tensor features = readout.forward(x, batch);
  const double size = features.abs().max().item<double>();
  EXPECT_LT(max_difference(features, tensor_of(recorded["features"])), 1e-11 * size);
  features.square().sum().backward();
  const double steep = x.grad().abs().max().item<double>();
  EXPECT_LT(max_difference(x.grad(), tensor_of(recorded["gradient_of_squares"])), 1e-10 * steep);
}

TEST(HashFreeFixture, MarkedCopiesAreThoseOfThePythonModule) {
  for (const json& recorded : fixture()["marked"]) {
    const std::int64_t k = recorded["size"];
    const Batch batch = make_batch(collate(
        samples_of(recorded["graphs"]), {.dtype = at::kDouble, .marks = MarkOptions{.size = k}}));
    EXPECT_EQ(batch.num_graphs, recorded["copies"].get<std::int64_t>());
    const at::Tensor marks = batch.node_features.slice(1, 1);
    const Edges edges = directed_edges(batch);
    const at::Tensor near =
        at::zeros_like(marks).index_add(0, edges.target, marks.index_select(0, edges.source));
    const at::Tensor degree = (batch.row_offsets.slice(0, 1) - batch.row_offsets.slice(0, 0, -1))
                                  .to(at::kDouble)
                                  .unsqueeze(1);
    const at::Tensor weights = tensor_of(recorded["weights"]);
    const at::Tensor x = at::cat({degree, marks, near}, 1).matmul(weights).tanh();
    MarkedReadout readout(std::make_shared<PoolReadout>(ReadoutKind::Sum, weights.size(1)));
    readout.to(at::kDouble);
    load(readout, recorded["state"]);
    EXPECT_LT(max_difference(readout.forward(x, batch), tensor_of(recorded["features"])), 1e-11);
  }
}

}  // namespace
}  // namespace isotypic::nn
