#include "isotypic/nn/readouts/marked_readout.hpp"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <chrono>
#include <numeric>

#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/nn/model.hpp"
#include "isotypic/nn/readouts/readout.hpp"
#include "isotypic/symmetry/tuples.hpp"
#include "tests/nn/support.hpp"
#include "tests/support/samples.hpp"

namespace isotypic::nn::marked_readout_test {
namespace {

Sample constant_sample(Graph graph) {
  Sample sample{.graph = std::move(graph)};
  sample.node_features = FloatMatrix::Ones(sample.graph.num_nodes(), 1);
  return sample;
}

std::vector<Sample> constant_samples() {
  std::vector<Sample> samples;
  for (Graph& graph : std::vector<Graph>{cycle_graph(6), rook_graph(4, 4), shrikhande_graph(),
                                         path_graph(5), star_graph(4), petersen_graph()}) {
    samples.push_back(constant_sample(std::move(graph)));
  }
  return samples;
}

/// A model on constant features in double precision, in evaluation mode.
GraphModel marked_model(const std::string& readout, std::uint64_t seed = 5) {
  GraphModel model({.encoder = {.hidden = 16, .layers = 4, .node_features = 1},
                    .readout = named_readout(readout, 4, 0),
                    .outputs = 3,
                    .seed = seed});
  model.to(at::kDouble);
  // Else most units of the untrained network read zero, and every law would hold of nothing.
  const at::NoGradGuard no_grad;
  for (auto& norm : model.encoder->norms) norm->bias.fill_(0.2);
  model.eval();
  return model;
}

GraphTensors marked(std::span<const Sample> samples, std::int64_t k) {
  return collate(samples, {.dtype = at::kDouble, .marks = MarkOptions{.size = k}});
}

/// All tuples of distinct nodes as copies of equal weight: the bag that representatives stand for.
MarkTensors all_tuples(std::span<const Sample> samples, std::int64_t k) {
  MarkTensors marks{.size = k, .copy_offsets = {0}};
  std::vector<double> weights;
  for (const Sample& sample : samples) {
    const auto n = static_cast<std::int32_t>(sample.graph.num_nodes());
    const std::size_t before = weights.size();
    for (std::int32_t u = 0; u < n; ++u) {
      for (std::int32_t v = 0; v < (k == 2 ? n : 1); ++v) {
        if (k == 2 && u == v) continue;
        marks.nodes.push_back(u);
        if (k == 2) marks.nodes.push_back(v);
        weights.push_back(0.0);
      }
    }
    std::fill(weights.begin() + static_cast<std::ptrdiff_t>(before), weights.end(),
              1.0 / static_cast<double>(weights.size() - before));
    marks.copy_offsets.push_back(std::ssize(weights));
  }
  marks.weights = at::tensor(weights, at::kDouble);
  return marks;
}

TEST(MarkedReadout, OfRepresentativesIsThatOfAllTuples) {
  const std::vector<Sample> samples = constant_samples();
  for (const std::int64_t k : {1, 2}) {
    GraphModel model = marked_model("marked:" + std::to_string(k));
    GraphTensors data = marked(samples, k);
    const at::Tensor few = model.forward(make_batch(data));
    EXPECT_GT((few[0] - few[1]).abs().max().item<double>(), 1e-3);
    const std::int64_t copies = data.marks->copy_offsets.back();
    data.marks = all_tuples(samples, k);
    EXPECT_LT(copies, data.marks->copy_offsets.back());
    EXPECT_LT((few - model.forward(make_batch(data))).abs().max().item<double>(), 1e-12);
  }
}

TEST(MarkedReadout, OfFeaturesThatBreakTheSymmetryIsThatOfAllTuples) {
  std::vector<Sample> samples;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    samples.push_back(constant_sample(cycle_graph(8)));
    for (std::int64_t v = 0; v < 8; ++v) {
      samples.back().node_features(v, 0) = static_cast<float>(random_bits(seed, 1, v) % 2);
    }
  }
  GraphModel model = marked_model("marked:2");
  GraphTensors data = marked(samples, 2);
  const at::Tensor few = model.forward(make_batch(data));
  data.marks = all_tuples(samples, 2);
  EXPECT_LT((few - model.forward(make_batch(data))).abs().max().item<double>(), 1e-12);
}

TEST(MarkedReadout, IsTheSameForRelabelledCopies) {
  const std::vector<Sample> samples = constant_samples();
  std::vector<Sample> copies;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    copies.push_back(
        test::relabelled(samples[i], test::random_permutation(samples[i].graph.num_nodes(), i)));
  }
  for (const char* name : {"marked:1", "marked:2", "marked:2:mean+max", "marked:3"}) {
    GraphModel model = marked_model(name);
    const std::int64_t k = model.options.readout.marks;
    const at::Tensor z = model.forward(make_batch(marked(samples, k)));
    EXPECT_LT((z - model.forward(make_batch(marked(copies, k)))).abs().max().item<double>(), 1e-10)
        << name;
  }
}

TEST(MarkedReadout, OfABatchIsThatOfItsGraphsOneByOne) {
  const GraphTensors data = marked(constant_samples(), 2);
  GraphModel model = marked_model("marked:2");
  const at::Tensor together = model.forward(make_batch(data));
  for (std::int64_t g = 0; g < data.num_graphs; ++g) {
    const at::Tensor alone = model.forward(make_batch(data, std::array{g}));
    EXPECT_LT((together[g] - alone[0]).abs().max().item<double>(), 1e-12) << g;
  }
}

TEST(MarkedReadout, NeedsTwoMarksForTheShrikhandeGraph) {
  const std::vector<Sample> samples = {constant_sample(rook_graph(4, 4)),
                                       constant_sample(shrikhande_graph())};
  // Some untrained networks are linear on these graphs, and see walks only.
  const auto largest_difference = [&](const std::string& name, std::int64_t k) {
    const Batch batch = make_batch(marked(samples, k));
    double largest = 0.0;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      const at::Tensor z = marked_model(name, seed).forward(batch);
      largest = std::max(largest, (z[0] - z[1]).abs().max().item<double>());
    }
    return largest;
  };
  EXPECT_LT(largest_difference("marked:1", 1), 1e-12);
  EXPECT_GT(largest_difference("marked:2", 2), 1e-6);
}

TEST(MarkedReadout, HasGradientsThatMatchDifferences) {
  const GraphTensors data = marked(
      std::vector<Sample>{constant_sample(path_graph(4)), constant_sample(cycle_graph(5))}, 1);
  const Batch batch = make_batch(data);
  GraphModel model = marked_model("marked:1");
  test::expect_gradients([&] { return model.forward(batch); }, model.parameters(), 1e-5, 40);
}

TEST(MarkedReadout, TakesCategoriesOfNodes) {
  std::vector<Sample> samples = {Sample{.graph = cycle_graph(5)}, Sample{.graph = path_graph(1)}};
  for (Sample& sample : samples) {
    sample.node_categories = CategoryMatrix::Zero(sample.graph.num_nodes(), 1);
  }
  GraphModel model({.encoder = {.hidden = 8, .layers = 2, .node_categories = {4}},
                    .readout = named_readout("marked:2", 4, 0)});
  model.eval();
  const Batch batch = make_batch(collate(samples, collate_options(model.options.readout)));
  EXPECT_EQ(batch.node_categories.size(1), 3);
  EXPECT_EQ(model.forward(batch).size(0), 2);  // a single node has one copy, without marks
}

TEST(MarkedReadout, RefusesWhatItCannotMark) {
  EXPECT_THROW((void)named_readout("marked:0", 4, 0), Error);
  EXPECT_THROW((void)named_readout("marked:4", 4, 0), Error);
  EXPECT_THROW((void)named_readout("marked:2x", 4, 0), Error);
  EXPECT_THROW((void)named_readout("marked:2:marked:1", 4, 0), Error);
  EXPECT_THROW((void)named_readout("marked:2:nothing", 4, 0), Error);
  EXPECT_THROW((void)named_readout("marked:1:operators", 4, 0), Error);
  const std::vector<Sample> samples = {constant_sample(test::random_graph(12, 0.5, 3))};
  EXPECT_THROW((void)collate(samples, {.marks = MarkOptions{.size = 3, .max_copies = 100}}), Error);
  EXPECT_THROW((void)marked_model("marked:1").forward(make_batch(collate(samples))), Error);
  const std::vector<Sample> large = {constant_sample(test::random_graph(300, 0.02, 3))};
  try {
    (void)collate(large,
                  {.marks = MarkOptions{
                       .size = 3, .max_copies = 0, .time_limit = std::chrono::milliseconds(1)}});
    ADD_FAILURE() << "the time limit was not met";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Cancelled);
    EXPECT_TRUE(error.reason().starts_with("sample 0: ")) << error.reason();
  }
}

}  // namespace
}  // namespace isotypic::nn::marked_readout_test
