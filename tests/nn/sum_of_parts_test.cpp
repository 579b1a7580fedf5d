// Batches of marked copies that are read in parts.
#include "isotypic/nn/sum_of_parts.hpp"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "tests/nn/support.hpp"

namespace isotypic::nn::sum_of_parts_test {
namespace {

std::vector<Sample> samples() {
  std::vector<Sample> all;
  for (Graph& graph : std::vector<Graph>{path_graph(6), rook_graph(4, 4), petersen_graph(),
                                         test::random_graph(9, 0.4, 2)}) {
    Sample sample{.graph = std::move(graph)};
    sample.node_features = FloatMatrix::Ones(sample.graph.num_nodes(), 1);
    all.push_back(std::move(sample));
  }
  return all;
}

GraphTensors marked(std::int64_t nodes_at_once) {
  return collate(samples(), {.dtype = at::kDouble,
                             .marks = MarkOptions{.size = 2, .max_nodes_at_once = nodes_at_once}});
}

constexpr std::int64_t unlimited = 1'000'000;

std::shared_ptr<GraphModel> make_model(Normalisation norm, double dropout = 0.0) {
  auto model = std::make_shared<GraphModel>(ModelOptions{
      .encoder = {.hidden = 8, .layers = 3, .dropout = dropout, .norm = norm, .node_features = 1},
      .readout = named_readout("marked:2", 1, 0),
      .outputs = 3,
      .seed = 5});
  model->to(at::kDouble);
  const GraphTensors data = marked(unlimited);
  model->learn_scales(data, std::array<std::int64_t, 4>{0, 1, 2, 3});
  return model;
}

std::vector<at::Tensor> gradients(GraphModel& model, const Batch& batch) {
  for (at::Tensor& parameter : model.parameters()) parameter.mutable_grad() = at::Tensor();
  const at::Tensor z = model.forward(batch);
  (z * at::arange(z.numel(), at::kDouble).view(z.sizes())).sum().backward();
  std::vector<at::Tensor> all;
  for (const at::Tensor& parameter : model.parameters()) {
    all.push_back(parameter.grad().defined() ? parameter.grad().clone()
                                             : at::zeros_like(parameter));
  }
  return all;
}

TEST(SumOfParts, IsWhatTheWholeBatchGives) {
  const auto model = make_model(Normalisation::Fixed);
  const Batch whole = make_batch(marked(unlimited));
  EXPECT_EQ(num_parts(whole), 1);
  for (const std::int64_t limit : {1, 40, 333}) {
    const Batch cut = make_batch(marked(limit));
    EXPECT_GT(num_parts(cut), 1);
    EXPECT_EQ(cut.num_nodes, whole.num_nodes);
    EXPECT_EQ(cut.num_graphs, whole.num_graphs);
    EXPECT_LT(test::max_difference(model->forward(cut), model->forward(whole)), 1e-10) << limit;
  }
}

TEST(SumOfParts, HasTheGradientsOfTheWholeBatch) {
  const auto model = make_model(Normalisation::Fixed);
  const std::vector<at::Tensor> expected = gradients(*model, make_batch(marked(unlimited)));
  const std::vector<at::Tensor> parts = gradients(*model, make_batch(marked(50)));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double size = std::max(1.0, expected[i].abs().max().item<double>());
    EXPECT_LT(test::max_difference(expected[i], parts[i]), 1e-10 * size) << i;
  }
}

TEST(SumOfParts, HasGradientsThatMatchDifferences) {
  const auto model = make_model(Normalisation::Fixed);
  const Batch cut = make_batch(marked(100), std::array<std::int64_t, 2>{0, 2});
  EXPECT_GT(num_parts(cut), 1);
  test::expect_gradients([&] { return model->forward(cut); }, model->parameters(), 1e-5, 10);
}

TEST(SumOfParts, HasTheGradientsOfWhatItComputedWithBatchNormAndDropout) {
  // Statistics and masks differ from those of the whole batch, but the second reading repeats the
  // first one: else gradients would not match differences.
  const auto model = make_model(Normalisation::Batch, 0.3);
  model->train();
  const Batch cut = make_batch(marked(200), std::array<std::int64_t, 2>{0, 2});
  const std::uint64_t counter = model->stream->counter;
  test::expect_gradients(
      [&] {
        model->stream->counter = counter;
        return model->forward(cut);
      },
      model->parameters(), 1e-5, 10);
}

TEST(SumOfParts, UpdatesRunningStatisticsOnce) {
  const auto model = make_model(Normalisation::Batch);
  model->train();
  const Batch cut = make_batch(marked(200));
  const at::Tensor z = model->forward(cut);
  const auto before = model->encoder->norms[0]->running_mean.clone();
  z.sum().backward();
  EXPECT_TRUE(before.equal(model->encoder->norms[0]->running_mean));
  EXPECT_EQ(model->encoder->norms[0]->num_batches_tracked.item<std::int64_t>(), num_parts(cut));
}

TEST(SumOfParts, RefusesWhatIsNoPart) {
  const Batch cut = make_batch(marked(200));
  EXPECT_THROW((void)make_part(cut, num_parts(cut)), Error);
  EXPECT_THROW((void)make_part(cut, -1), Error);
  const auto model = make_model(Normalisation::Fixed);
  EXPECT_THROW((void)model->encoder->forward(cut), Error);
  EXPECT_THROW((void)marked(0), Error);
}

}  // namespace
}  // namespace isotypic::nn::sum_of_parts_test
