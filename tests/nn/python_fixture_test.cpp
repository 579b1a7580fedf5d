// The isotypic readout against features and gradients recorded from the Python module; the fixture
// says how it was made.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "isotypic/channels/channels.hpp"
#include "isotypic/channels/names.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/nn/readouts/isotypic_readout.hpp"
#include "isotypic/symmetry/symmetry.hpp"
#include "tests/nn/support.hpp"
#include "tests/support/source_directory.hpp"

namespace isotypic::nn::python_fixture_test {
namespace {

using nlohmann::json;
using test::max_difference;
using test::tensor_of;

Batch batch_of_lines(const json& graphs) {
  std::vector<Sample> samples;
  for (const json& line : graphs) {
    Sample sample{.graph = parse_graph6(line.get<std::string>())};
    sample.channels = std::make_shared<const Channels>(decompose(compute_symmetry(sample.graph)));
    samples.push_back(std::move(sample));
  }
  return make_batch(collate(samples, {.dtype = at::kDouble}));
}

IsotypicReadoutOptions options_of(const json& recorded) {
  return {.variant = parse_enum<ReadoutVariant>(recorded["variant"].get<std::string>()),
          .max_blocks = recorded["max_blocks"],
          .rp_dim = recorded["rp_dim"],
          .seed = recorded["seed"],
          .centre = recorded["centre"]};
}

TEST(PythonFixture, FeaturesAndGradientsAreThoseOfThePythonModule) {
  std::ifstream file(test::source_directory() + "/tests/nn/fixtures/isotypic_readout.json");
  const json fixture = json::parse(file);
  for (const json& recorded : fixture["cases"]) {
    const Batch batch = batch_of_lines(recorded["graphs"]);
    for (const bool plain : {true, false}) {
      const at::Tensor x = tensor_of(recorded["x"]).requires_grad_();
      IsotypicReadout readout(options_of(recorded), x.size(1), plain);
      const at::Tensor features = readout.forward(x, batch);
      EXPECT_LT(max_difference(features, tensor_of(recorded["features"])), 1e-12);
      features.square().sum().backward();
      EXPECT_LT(max_difference(x.grad(), tensor_of(recorded["gradient_of_squares"])), 1e-11);
    }
  }
}

}  // namespace
}  // namespace isotypic::nn::python_fixture_test
