#include "isotypic/data/tu.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>

#include "isotypic/data/open.hpp"
#include "isotypic/data/summary.hpp"
#include "tests/data/data_files.hpp"
#include "tests/support/data_directory.hpp"
#include "tests/support/error_text.hpp"

namespace isotypic::tu_test {
namespace {

using testing::ElementsAre;

/// What reading the tiny collection says when one of its files has this content instead.
std::string tu_error_with(const std::string& suffix, const std::string& content) {
  const TemporaryDirectory directory;
  write_tiny_tu(directory, "X");
  const std::string path = directory.write("X" + suffix, content);
  const std::string text = error_text([&] { (void)read_tu(directory.path().string(), "X"); });
  EXPECT_TRUE(text.starts_with(path)) << text;
  return text.substr(std::min(path.size(), text.size()));
}

TEST(Tu, ReadsEveryKindOfFile) {
  const TemporaryDirectory directory;
  write_tiny_tu(directory, "X");
  const Dataset dataset = read_tu(directory.path().string(), "X");
  ASSERT_EQ(dataset.samples.size(), 3U);
  const Sample& path = dataset.samples[0];
  EXPECT_EQ(path.graph, make_graph(3, {{0, 1}, {1, 2}}));
  EXPECT_EQ(path.node_categories, (CategoryMatrix(3, 1) << 0, 2, 0).finished());
  EXPECT_EQ(path.node_features, (FloatMatrix(3, 2) << 0.5F, 1, 1.5F, -20, 0, 0).finished());
  EXPECT_EQ(path.edge_categories, (CategoryMatrix(2, 1) << 7, 8).finished());
  EXPECT_EQ(path.edge_features, (FloatMatrix(2, 1) << 0.1F, 0.2F).finished());
  EXPECT_THAT(path.targets, ElementsAre(0.25F, 1.0F));
  EXPECT_TRUE(std::isnan(dataset.samples[1].targets[1]));
  EXPECT_THAT(dataset.class_labels, ElementsAre(-1, 1));
  EXPECT_EQ(path.label, 1);
  EXPECT_EQ(dataset.samples[1].label, 0);
  EXPECT_EQ(dataset.dropped.total(), 0);
}

TEST(Tu, CountsIsolatedNodesFromTheIndicator) {
  const TemporaryDirectory directory;
  write_tiny_tu(directory, "X");
  const Dataset dataset = read_tu(directory.path().string(), "X");
  EXPECT_EQ(dataset.samples[1].graph.num_nodes(), 1);
  EXPECT_EQ(dataset.samples[1].edge_categories.rows(), 0);
  EXPECT_EQ(summarise(dataset).isolated_nodes, 1);
}

TEST(Tu, TakesEdgesThatAreListedOnceOrTwiceAndCountsWhatItLeavesOut) {
  const TemporaryDirectory directory;
  (void)directory.write("X_graph_indicator.txt", "1\n1\n1\n");
  (void)directory.write("X_A.txt", "2,1\n2,3\n3,2\n2,3\n1,1\n");
  (void)directory.write("X_edge_labels.txt", "4\n5\n6\n7\n8\n");
  const Dataset dataset = read_tu(directory.path().string(), "X");
  EXPECT_EQ(dataset.samples[0].graph, make_graph(3, {{0, 1}, {1, 2}}));
  EXPECT_EQ(dataset.samples[0].edge_categories, (CategoryMatrix(2, 1) << 4, 5).finished());
  EXPECT_EQ(dataset.dropped.duplicate_edges, 1);
  EXPECT_EQ(dataset.dropped.self_loops, 1);
}

TEST(Tu, RaisesNegativeLabelsToZero) {
  const TemporaryDirectory directory;
  write_tiny_tu(directory, "X");
  (void)directory.write("X_node_labels.txt", "-2\n0\n0\n1\n5\n5\n");
  const Dataset dataset = read_tu(directory.path().string(), "X");
  EXPECT_EQ(dataset.samples[0].node_categories, (CategoryMatrix(3, 1) << 0, 2, 2).finished());
}

TEST(Tu, NamesFileAndLineOfDamage) {
  EXPECT_EQ(tu_error_with("_A.txt", "1, 2\n2, x\n"), ":2: expected a number, got 'x'");
  EXPECT_EQ(tu_error_with("_A.txt", "1, 2\n2\n"), ":2: expected 2 numbers, found 1");
  EXPECT_EQ(tu_error_with("_A.txt", "1, 2\n2, 0\n"), ":2: a node number must be in 1..6, not 0");
  EXPECT_EQ(tu_error_with("_A.txt", "1, 2\n2, 7\n"), ":2: a node number must be in 1..6, not 7");
  EXPECT_EQ(tu_error_with("_A.txt", "1, 2\n3, 4\n"),
            ":2: nodes 3 and 4 belong to different graphs");
  EXPECT_EQ(tu_error_with("_A.txt", "1, 2\n4, 3\n"),
            ":2: nodes 4 and 3 belong to different graphs");
  EXPECT_EQ(tu_error_with("_A.txt", "1, 2\n\n2, 1\n"), ":3: the line before this one is empty");
  EXPECT_EQ(tu_error_with("_graph_indicator.txt", "1\n1\n3\n"),
            ":3: graph 3 after graph 1; graphs must follow one another from 1 on");
  EXPECT_EQ(tu_error_with("_graph_indicator.txt", "2\n2\n"), ":1: the first graph is 2, not 1");
  EXPECT_EQ(tu_error_with("_graph_indicator.txt", ""), ": is empty");
  EXPECT_EQ(tu_error_with("_node_labels.txt", "1\n2\n"), ": has 2 lines for 6 nodes");
  EXPECT_EQ(tu_error_with("_node_labels.txt", "1\n0.5\n1\n1\n1\n1\n"), ":2: 0.5 is not a label");
  EXPECT_EQ(tu_error_with("_edge_labels.txt", "1\n"), ": has 1 lines for 6 edges");
  EXPECT_EQ(tu_error_with("_node_attributes.txt", "1\n1\nnan\n1\n1\n1\n"),
            ":3: expected a number, got 'nan'");
  EXPECT_EQ(tu_error_with("_graph_labels.txt", "1\n1\n1\n2\n"), ": has 4 lines for 3 graphs");
}

TEST(Tu, NamesTheFileThatIsMissing) {
  const TemporaryDirectory directory;
  EXPECT_EQ(error_text([&] { (void)read_tu(directory.path().string(), "X"); }),
            directory.file("X_graph_indicator.txt") + ": No such file or directory");
}

TEST(Tu, ALinkToNowhereIsNotAFileThatWasLeftOut) {
  const TemporaryDirectory directory;
  write_tiny_tu(directory, "X");
  std::filesystem::remove(directory / "X_node_labels.txt");
  std::filesystem::create_symlink("nowhere", directory / "X_node_labels.txt");
  EXPECT_EQ(error_text([&] { (void)read_tu(directory.path().string(), "X"); }),
            directory.file("X_node_labels.txt") + ": No such file or directory");
}

TEST(Tu, PartsShareTheMeaningOfTheirLabels) {
  const TemporaryDirectory directory;
  for (const auto& [part, label] : {std::pair("train", "3"), {"val", "9"}, {"test", "3"}}) {
    const std::string name = std::string("X_") + part;
    std::filesystem::create_directories(directory / name);
    const auto write = [&](const char* suffix, const std::string& text) {
      (void)directory.write(name + "/" + name + suffix, text);
    };
    write("_graph_indicator.txt", "1\n1\n");
    write("_A.txt", "1,2\n");
    write("_graph_labels.txt", std::string(label) + "\n");
    write("_node_labels.txt", part == std::string("val") ? "-1\n0\n" : "0\n1\n");
  }
  const SplitDataset data = open_dataset(directory.path().string(), "X");
  EXPECT_THAT(data.split.train, ElementsAre(0));
  EXPECT_THAT(data.split.valid, ElementsAre(1));
  EXPECT_THAT(data.split.test, ElementsAre(2));
  EXPECT_THAT(data.dataset.class_labels, ElementsAre(3, 9));
  for (std::int64_t i = 0; i < 3; ++i) EXPECT_EQ(data.dataset.samples[i].id, i);
  EXPECT_EQ(data.dataset.samples[1].label, 1);
  EXPECT_EQ(data.dataset.samples[0].node_categories, (CategoryMatrix(2, 1) << 1, 2).finished());
  EXPECT_EQ(data.dataset.samples[1].node_categories, (CategoryMatrix(2, 1) << 0, 1).finished());
}

TEST(Tu, PartsMustHaveTheSameFiles) {
  const TemporaryDirectory directory;
  for (const char* part : {"train", "val", "test"}) {
    const std::string name = std::string("X_") + part;
    std::filesystem::create_directories(directory / name);
    (void)directory.write(name + "/" + name + "_graph_indicator.txt", "1\n1\n");
    (void)directory.write(name + "/" + name + "_A.txt", "1,2\n");
    if (part == std::string("val")) continue;
    (void)directory.write(name + "/" + name + "_graph_attributes.txt", "0.5\n");
  }
  EXPECT_THAT(error_text([&] { (void)open_dataset(directory.path().string(), "X"); }),
              ::testing::HasSubstr("_graph_attributes.txt"));
}

TEST(Tu, PartsMustHaveTheSameColumns) {
  const TemporaryDirectory directory;
  for (const char* part : {"train", "val", "test"}) {
    const std::string name = std::string("X_") + part;
    std::filesystem::create_directories(directory / name);
    (void)directory.write(name + "/" + name + "_graph_indicator.txt", "1\n1\n");
    (void)directory.write(name + "/" + name + "_A.txt", "1,2\n");
    (void)directory.write(name + "/" + name + "_graph_attributes.txt",
                          part == std::string("train") ? "1,2,3\n" : "1\n");
  }
  EXPECT_THAT(error_text([&] { (void)open_dataset(directory.path().string(), "X"); }),
              ::testing::HasSubstr("X_val_graph_attributes.txt: has 1 columns"));
}

TEST(Tu, RefusesNumbersThatNoFloatHolds) {
  EXPECT_EQ(tu_error_with("_node_attributes.txt", "1,1e39\n"),
            ":1: '1e39' is beyond the range of a 32-bit float");
}

TEST(Tu, RefusesANamedSplit) {
  const TemporaryDirectory directory;
  write_tiny_tu(directory, "X");
  EXPECT_THAT(
      error_text([&] { (void)open_dataset(directory.path().string(), "X", "scaffold"); }),
      testing::EndsWith("X has no split 'scaffold': data sets in TU format have no named splits"));
}

TEST(Tu, SaysWhereItLookedForADataSet) {
  const TemporaryDirectory directory;
  EXPECT_THAT(error_text([&] { (void)open_dataset(directory.path().string(), "MUTAG"); }),
              testing::HasSubstr("no data set 'MUTAG' in " + directory.path().string()));
}

struct PublishedCollection {
  const char* name;
  std::int64_t graphs;
  double mean_nodes;
  std::int64_t min_nodes;
  std::int64_t max_nodes;
  bool has_split = false;
};

/// One test a collection: a collection that is absent shows as a test that was skipped.
class PublishedTu : public testing::TestWithParam<PublishedCollection> {};

TEST_P(PublishedTu, HasItsPublishedSizes) {
  const PublishedCollection& expected = GetParam();
  const std::string root = data_directory("");
  if (!find_dataset(root, expected.name)) {
    GTEST_SKIP() << expected.name << " is not in " << root << "; set ISOTYPIC_DATA";
  }
  const SplitDataset data = open_dataset(root, expected.name);
  const DatasetSummary summary = summarise(data.dataset);
  EXPECT_EQ(summary.graphs, expected.graphs);
  EXPECT_NEAR(summary.mean_nodes, expected.mean_nodes, 0.005);
  EXPECT_EQ(summary.min_nodes, expected.min_nodes);
  EXPECT_EQ(summary.max_nodes, expected.max_nodes);
  EXPECT_EQ(data.has_split(), expected.has_split);
  if (!expected.has_split) return;
  EXPECT_EQ(data.split.train.size(), 10000U);
  EXPECT_EQ(data.split.valid.size(), 1000U);
  EXPECT_EQ(data.split.test.size(), 1000U);
  EXPECT_THAT(summary.node_categories, ElementsAre(21));  // of 28 types in all of ZINC
  EXPECT_THAT(summary.edge_categories, ElementsAre(4));
  EXPECT_EQ(summary.targets.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Tu, PublishedTu,
                         testing::Values(PublishedCollection{"PROTEINS", 1113, 39.06, 4, 620},
                                         PublishedCollection{"ENZYMES", 600, 32.63, 2, 126},
                                         PublishedCollection{"ZINC_train", 10000, 23.17, 9, 37},
                                         PublishedCollection{"ZINC", 12000, 23.16, 9, 37, true}),
                         [](const auto& collection) { return std::string(collection.param.name); });

}  // namespace
}  // namespace isotypic::tu_test
