#include "isotypic/learn/predictor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::learn::predictor_test {
namespace {

using ::testing::HasSubstr;

/// Cycles and paths. Their nodes have the labels `low` and `low` + 1 in turn, which are the
/// categories 0 and 1.
SplitDataset labelled_shapes(std::int64_t low) {
  SplitDataset data{.dataset = {.name = "shapes", .class_labels = {1, 2}}};
  data.dataset.node_label_shift = -low;
  for (std::int64_t g = 0; g < 40; ++g) {
    Sample sample{.graph = g % 2 == 0 ? cycle_graph(3 + g / 8) : path_graph(3 + g / 8)};
    sample.node_categories.resize(sample.graph.num_nodes(), 1);
    for (std::int64_t v = 0; v < sample.graph.num_nodes(); ++v) {
      sample.node_categories(v, 0) = static_cast<std::int32_t>(v % 2);
    }
    sample.label = g % 2;
    sample.id = g;
    data.dataset.samples.push_back(std::move(sample));
  }
  return data;
}

PipelineOptions small_options() {
  PipelineOptions options;
  options.dataset = "shapes";
  options.network.hidden = 8;
  options.network.layers = 2;
  options.training.epochs = 2;
  return options;
}

/// A predictor for shapes whose labels are 0 and 1 in the files.
Predictor trained_predictor() {
  const SplitDataset data = labelled_shapes(0);
  Pipeline pipeline = make_pipeline(small_options(), data);
  (void)fit(pipeline, data.dataset, {});
  return Predictor(std::move(pipeline));
}

/// The same labels, 0 and 1, as the categories `shift` and `shift` + 1.
Dataset numbered_from(std::int64_t shift) {
  Dataset data = labelled_shapes(0).dataset;
  data.node_label_shift = shift;
  for (Sample& sample : data.samples) {
    sample.node_categories.array() += static_cast<std::int32_t>(shift);
  }
  return data;
}

TEST(Predictor, AlignsLabelsByItself) {
  const Predictor predictor = trained_predictor();
  const auto expected = predictor.predict(labelled_shapes(0).dataset);
  ASSERT_EQ(expected.size(), 40U);
  EXPECT_EQ(predictor.predict(numbered_from(3)), expected);
  // Labels 1 and 2 in the files: 2 is unknown, whatever category it has.
  EXPECT_THAT(error_text([&] { (void)predictor.predict(labelled_shapes(1).dataset); }),
              HasSubstr("graph 0 has the node label 2, the model knows 0 to 1"));
}

TEST(Predictor, AnswersForOneGraphAsForMany) {
  const Predictor predictor = trained_predictor();
  const Dataset data = labelled_shapes(0).dataset;
  const auto all = predictor.predict(data);
  const std::vector<std::int64_t> ids = {7, 30};
  EXPECT_EQ(predictor.columns(),
            (std::vector<std::string>{"class", "probability of 1", "probability of 2"}));
  const auto some = predictor.predict(data, ids);
  ASSERT_EQ(some.size(), 2U);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Sample& sample = data.samples[ids[i]];
    const auto& labels = sample.node_categories;
    const Prediction alone = predictor.predict(with_node_colours(
        sample.graph, std::vector<std::int32_t>(labels.data(), labels.data() + labels.size())));
    ASSERT_EQ(alone.size(), 3U);
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_NEAR(some[i][c], all[ids[i]][c], 1e-6);
      EXPECT_NEAR(alone[c], all[ids[i]][c], 1e-6);
    }
  }
  EXPECT_TRUE(predictor.predict(data, std::vector<std::int64_t>{}).empty());
  EXPECT_THROW((void)predictor.predict(data, std::vector<std::int64_t>{40}), Error);
  EXPECT_THAT(error_text([&] { (void)predictor.predict(path_graph(3)); }),
              HasSubstr("has 0 columns of node labels"));
}

TEST(Predictor, IsSharedByThreads) {
  const Predictor predictor = trained_predictor();
  const Dataset data = labelled_shapes(0).dataset;
  const auto expected = predictor.predict(data);
  std::vector<std::vector<Prediction>> found(4);
  {
    std::vector<std::jthread> threads;
    for (auto& own : found) threads.emplace_back([&] { own = predictor.predict(data); });
  }
  for (const auto& own : found) EXPECT_EQ(own, expected);
}

TEST(Predictor, AsksThePreparedGraphsAgainAndAgain) {
  const Predictor predictor = trained_predictor();
  const Dataset data = labelled_shapes(0).dataset;
  const nn::GraphTensors tensors = prepare(predictor.pipeline(), data);
  EXPECT_EQ(predictor.predict(tensors), predictor.predict(data));
  EXPECT_EQ(predictor.predict(tensors), predictor.predict(data));
}

TEST(Predictor, OfACheckpointIsTheOneThatWasTrained) {
  const TemporaryDirectory directory;
  const SplitDataset data = labelled_shapes(0);
  Pipeline pipeline = make_pipeline(small_options(), data);
  (void)fit(pipeline, data.dataset, {.checkpoint = directory / "model"});
  EXPECT_EQ(Predictor(directory / "model").predict(data.dataset),
            Predictor(std::move(pipeline)).predict(data.dataset));
}

TEST(Predictor, NamesTheGraphThatHasABadFeature) {
  const Predictor predictor = trained_predictor();
  Dataset data = labelled_shapes(0).dataset;
  data.samples[21].node_categories(0, 0) = 5;
  const std::vector<std::int64_t> ids = {20, 21};
  EXPECT_THAT(error_text([&] { (void)predictor.predict(data, ids); }),
              HasSubstr("graph 21 has the node label 5"));
}

TEST(Pipeline, IsFittedToItsOwnDataOnly) {
  SplitDataset data = labelled_shapes(0);
  Pipeline pipeline = make_pipeline(small_options(), data);
  EXPECT_EQ(pipeline.split.train.size(), 32U);
  data.dataset.samples.pop_back();
  EXPECT_THAT(error_text([&] { (void)fit(pipeline, data.dataset, {}); }),
              HasSubstr("is not the data set that the pipeline was made for"));
}

}  // namespace
}  // namespace isotypic::learn::predictor_test
