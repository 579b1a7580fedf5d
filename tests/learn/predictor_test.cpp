#include "isotypic/learn/predictor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <thread>

#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/learn/fit.hpp"
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
    EXPECT_EQ(some[i], all[ids[i]]);
    EXPECT_EQ(alone, all[ids[i]]);
    Prediction row(3);
    predictor.predict(sample, row);
    EXPECT_EQ(row, all[ids[i]]);
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

/// Shapes with labels, attributes and edge features of both kinds.
SplitDataset rich_shapes() {
  SplitDataset data = labelled_shapes(2);
  Random random(4);
  for (Sample& sample : data.dataset.samples) {
    const std::int64_t edges = sample.graph.num_edges();
    sample.node_features.resize(sample.graph.num_nodes(), 2);
    sample.edge_categories.resize(edges, 1);
    for (float& value : sample.node_features.reshaped()) {
      value = static_cast<float>(random.normal());
    }
    for (std::int64_t e = 0; e < edges; ++e) {
      sample.edge_categories(e, 0) = static_cast<std::int32_t>(e % 3 == 0);
    }
  }
  data.dataset.edge_label_shift = -7;
  return data;
}

/// As the files have it: with their labels, not with categories.
Sample as_in_files(const Dataset& data, std::size_t i) {
  Sample sample = data.samples[i];
  sample.node_categories.array() -= static_cast<std::int32_t>(data.node_label_shift);
  sample.edge_categories.array() -= static_cast<std::int32_t>(data.edge_label_shift);
  return sample;
}

TEST(Predictor, ReadsTheFeaturesOfOneGraphAsThoseOfADataSet) {
  const SplitDataset data = rich_shapes();
  for (const NodeInput input :
       {NodeInput::Labels, NodeInput::Attributes, NodeInput::Both, NodeInput::Constant}) {
    for (const char* readout : {"sum", "sum+isotypic", "operators"}) {
      PipelineOptions options = small_options();
      options.node_input = input;
      options.encoder = nn::LayerKind::Gine;
      options.readout = readout;
      options.network.walks = input == NodeInput::Both ? 4 : 0;
      const Predictor predictor(make_pipeline(options, data));
      ASSERT_TRUE(predictor.is_compiled());
      const auto all = predictor.predict(data.dataset);
      for (std::size_t i = 0; i < all.size(); i += 7) {
        EXPECT_EQ(predictor.predict(as_in_files(data.dataset, i)), all[i])
            << enum_name(input) << ' ' << readout;
      }
    }
  }
}

TEST(Predictor, AnswersWhereTheNetworkIsNotCompiled) {
  const SplitDataset data = rich_shapes();
  PipelineOptions options = small_options();
  options.encoder = nn::LayerKind::Gatv2;
  options.readout = "sum+attention";
  const Predictor predictor(make_pipeline(options, data));
  EXPECT_FALSE(predictor.is_compiled());
  const auto all = predictor.predict(data.dataset);
  const Prediction alone = predictor.predict(as_in_files(data.dataset, 8));
  ASSERT_EQ(alone.size(), all[8].size());
  for (std::size_t c = 0; c < alone.size(); ++c) EXPECT_NEAR(alone[c], all[8][c], 1e-6);
}

TEST(Predictor, SaysWhatIsWrongWithOneGraph) {
  const SplitDataset data = rich_shapes();
  PipelineOptions options = small_options();
  options.encoder = nn::LayerKind::Gine;
  options.node_input = NodeInput::Both;
  const Predictor predictor(make_pipeline(options, data));
  const Sample good = as_in_files(data.dataset, 0);
  const auto reason = [&](const auto& change) {
    Sample bad = good;
    change(bad);
    return error_text([&] { (void)predictor.predict(bad); });
  };
  EXPECT_THAT(reason([](Sample& bad) { bad.node_categories(0, 0) = 9; }),
              HasSubstr("graph 0 has the node label 9, the model knows 2 to 3"));
  EXPECT_THAT(reason([](Sample& bad) { bad.edge_categories(0, 0) = 6; }),
              HasSubstr("graph 0 has the edge label 6, the model knows 7 to 8"));
  EXPECT_THAT(reason([](Sample& bad) { bad.node_categories.conservativeResize(1, 1); }),
              HasSubstr("graph 0 has 1 rows of labels for 3"));
  EXPECT_THAT(reason([](Sample& bad) { bad.node_features.conservativeResize(3, 1); }),
              HasSubstr("graph 0 has 1 node attributes, the model takes 2"));
  EXPECT_THAT(reason([](Sample& bad) { bad.node_features(0, 0) = NAN; }),
              HasSubstr("attributes that are not finite"));
  EXPECT_THAT(reason([](Sample& bad) { bad.graph = Graph(); }), HasSubstr("has no nodes"));
  Prediction row(1);
  EXPECT_THAT(error_text([&] { predictor.predict(good, row); }),
              HasSubstr("there is room for 1 answers of 3"));
}

TEST(Predictor, AnswersForSingleGraphsFromManyThreadsWithEqualBytes) {
  const SplitDataset data = rich_shapes();
  PipelineOptions options = small_options();
  options.readout = "isotypic+operators";
  const Predictor predictor(make_pipeline(options, data));
  const auto expected = predictor.predict(data.dataset);
  std::vector<std::vector<Prediction>> found(4, std::vector<Prediction>(expected.size()));
  {
    std::vector<std::jthread> threads;
    for (auto& own : found) {
      threads.emplace_back([&] {
        for (std::size_t i = 0; i < own.size(); ++i) {
          own[i] = predictor.predict(as_in_files(data.dataset, i));
        }
      });
    }
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
  const auto expected = Predictor(directory / "model").predict(data.dataset);
  EXPECT_EQ(Predictor(std::move(pipeline)).predict(data.dataset), expected);
  // A folder stands for the checkpoint in it.
  std::filesystem::create_directory(directory / "trained");
  std::filesystem::rename(directory / "model", directory / "trained" / "model.checkpoint");
  EXPECT_EQ(Predictor(directory / "trained").predict(data.dataset), expected);
}

TEST(Predictor, OfACheckpointComputesNodeEncodingsByItself) {
  const TemporaryDirectory directory;
  const SplitDataset data = labelled_shapes(0);
  PipelineOptions options = small_options();
  options.network.walks = 5;
  options.network.laplacian = 4;
  options.network.residual = options.network.feed_forward = options.network.virtual_node = true;
  Pipeline pipeline = make_pipeline(options, data);
  (void)fit(pipeline, data.dataset, {.checkpoint = directory / "model"});
  const Predictor loaded(directory / "model");
  EXPECT_EQ(loaded.pipeline().options.network.laplacian, 4);
  const auto answers = loaded.predict(data.dataset);
  EXPECT_EQ(answers, Predictor(std::move(pipeline)).predict(data.dataset));
  // Computed afresh for a graph alone, they are those of the whole set.
  const std::vector<std::int64_t> one = {7};
  const Prediction alone = loaded.predict(data.dataset, one).front();
  for (std::size_t c = 0; c < alone.size(); ++c) EXPECT_NEAR(alone[c], answers[7][c], 1e-6);
}

TEST(Predictor, NamesTheGraphThatHasABadFeature) {
  const Predictor predictor = trained_predictor();
  Dataset data = labelled_shapes(0).dataset;
  data.samples[21].node_categories(0, 0) = 5;
  const std::vector<std::int64_t> ids = {20, 21};
  EXPECT_THAT(error_text([&] { (void)predictor.predict(data, ids); }),
              HasSubstr("graph 21 has the node label 5"));
}

TEST(Predictor, NamesTheGraphOfADataSetThatHasTooFewRows) {
  const SplitDataset data = rich_shapes();
  PipelineOptions options = small_options();
  options.encoder = nn::LayerKind::Gine;
  options.node_input = NodeInput::Both;
  const Predictor predictor(make_pipeline(options, data));
  const auto reason = [&](const auto& change) {
    Dataset bad = data.dataset;
    change(bad.samples[21]);
    return error_text([&] { (void)predictor.predict(bad); });
  };
  EXPECT_THAT(reason([](Sample& bad) { bad.node_categories.conservativeResize(0, 1); }),
              HasSubstr("graph 21 has 0 rows of labels for 5"));
  EXPECT_THAT(reason([](Sample& bad) { bad.node_features.conservativeResize(2, 2); }),
              HasSubstr("graph 21 has 2 rows of attributes for 5"));
  EXPECT_THAT(reason([](Sample& bad) { bad.edge_categories.conservativeResize(1, 1); }),
              HasSubstr("graph 21 has 1 rows of labels for 4"));
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
