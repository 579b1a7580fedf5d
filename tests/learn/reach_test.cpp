// How far the default readout looks, and on which data it works.
#include "isotypic/learn/reach.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/orbital_descriptors.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/learn/fit.hpp"
#include "isotypic/learn/predictor.hpp"
#include "tests/support/error_text.hpp"

namespace isotypic::learn::reach_test {
namespace {

using ::testing::HasSubstr;

/// Two classes of graphs, one behind the other in turn; no node or edge has features.
SplitDataset data_of(const std::vector<Graph>& graphs) {
  SplitDataset data{.dataset = {.name = "shapes", .class_labels = {1, 2}}};
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    data.dataset.samples.push_back({.graph = graphs[g],
                                    .label = static_cast<std::int64_t>(g % 2),
                                    .id = static_cast<std::int64_t>(g)});
  }
  return data;
}

std::vector<Graph> rings_and_paths() {
  std::vector<Graph> graphs;
  for (std::int64_t g = 0; g < 40; ++g) {
    graphs.push_back(g % 2 == 0 ? cycle_graph(3 + g / 8) : path_graph(3 + g / 8));
  }
  return graphs;
}

PipelineOptions small_options() {
  PipelineOptions options;
  options.dataset = "shapes";
  options.network.hidden = 8;
  options.network.layers = 2;
  options.training.epochs = 1;
  return options;
}

TEST(Reach, IsAllPairsWhereTheyFit) {
  const Pipeline pipeline = make_pipeline(small_options(), data_of(rings_and_paths()));
  EXPECT_EQ(pipeline.options.readout, "operators");
  EXPECT_EQ(pipeline.options.reach, 0);
  EXPECT_EQ(reach_in_words(pipeline), "");
}

TEST(Reach, EndsWhereAGraphIsTooLarge) {
  std::vector<Graph> graphs = rings_and_paths();
  graphs.push_back(cycle_graph(max_descriptor_nodes + 1));
  graphs.push_back(star_graph(max_descriptor_nodes));  // all its leaves are two edges apart
  const SplitDataset data = data_of(graphs);
  PipelineOptions options = small_options();
  Pipeline pipeline = make_pipeline(options, data);
  EXPECT_EQ(pipeline.options.reach, 1);
  EXPECT_EQ(reach_in_words(pipeline), "pairs of nodes within distance 1");
  options.readout = "sum";
  EXPECT_EQ(make_pipeline(options, data).options.reach, 0);
  options.readout = "structure";
  options.reach = 3;
  EXPECT_EQ(make_pipeline(options, data).options.reach, 3);

  // The same numbers from the network, for one graph and for many.
  (void)fit(pipeline, data.dataset, {});
  const Predictor predictor(std::move(pipeline));
  ASSERT_TRUE(predictor.is_compiled());
  const auto all = predictor.predict(data.dataset);
  for (const std::size_t g : {std::size_t{3}, graphs.size() - 2, graphs.size() - 1}) {
    EXPECT_EQ(predictor.predict(data.dataset.samples[g]), all[g]);
  }
}

TEST(Reach, OfAModelForAllPairsFollowsTheSizeOfALargeGraph) {
  const SplitDataset data = data_of(rings_and_paths());
  const Predictor predictor(make_pipeline(small_options(), data));
  const Graph ring = cycle_graph(max_descriptor_nodes + 1);
  const Dataset large = data_of({ring, ring}).dataset;
  EXPECT_EQ(predictor.predict(ring), predictor.predict(large)[0]);
}

TEST(Reach, ThatIsTooFarForAGraphIsRefused) {
  PipelineOptions options = small_options();
  options.reach = 2;
  const Predictor predictor(make_pipeline(options, data_of(rings_and_paths())));
  EXPECT_THAT(error_text([&] { (void)predictor.predict(star_graph(max_descriptor_nodes)); }),
              HasSubstr("choose a smaller reach"));
}

TEST(DefaultReadout, TakesEveryEncoderWidthAndShapeOfGraph) {
  std::vector<Graph> graphs = rings_and_paths();
  for (int i = 0; i < 8; ++i) {
    graphs.push_back(make_graph(1, std::vector<Edge>{}));
    graphs.push_back(make_graph(5, std::vector<Edge>{}));
  }
  SplitDataset data = data_of(graphs);
  for (Sample& sample : data.dataset.samples) {  // GINE needs labels of edges, others ignore them
    sample.edge_categories = CategoryMatrix::Zero(sample.graph.num_edges(), 1);
    if (sample.graph.num_edges() > 0) sample.edge_categories(0, 0) = 1;
  }
  for (const auto& [encoder, name] : EnumNames<nn::LayerKind>::table) {
    PipelineOptions options = small_options();
    options.encoder = encoder;
    options.network.hidden = 12;  // eight heads do not divide it
    Pipeline pipeline = make_pipeline(options, data);
    EXPECT_EQ(pipeline.model->options.readout.operators.heads, 4);
    EXPECT_EQ(fit(pipeline, data.dataset, {}).training.curve.size(), 1U) << name;
    EXPECT_EQ(Predictor(std::move(pipeline)).predict(data.dataset).size(), graphs.size()) << name;
  }
}

}  // namespace
}  // namespace isotypic::learn::reach_test
