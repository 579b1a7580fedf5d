#include "isotypic/data/ogb.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>

#include "isotypic/data/open.hpp"
#include "isotypic/data/summary.hpp"
#include "tests/data/data_files.hpp"
#include "tests/support/data_directory.hpp"
#include "tests/support/error_text.hpp"

namespace isotypic::ogb_test {
namespace {

using testing::ElementsAre;
using testing::EndsWith;

/// What reading the tiny collection says when one of its files has this content instead.
std::string ogb_error_with(const std::string& name, const std::string& content) {
  const TemporaryDirectory directory;
  write_tiny_ogb(directory.path());
  const std::string path = directory.file(name + ".csv.gz");
  write_gzip(path, content);
  const std::string text = error_text([&] { (void)read_ogb(directory.path().string()); });
  EXPECT_TRUE(text.starts_with(path)) << text;
  return text.substr(std::min(path.size(), text.size()));
}

TEST(Ogb, ReadsGraphsFeaturesLabelsAndSplit) {
  const TemporaryDirectory directory;
  write_tiny_ogb(directory / "molecules");
  const SplitDataset data = open_dataset(directory.path().string(), "molecules");
  EXPECT_EQ(data.dataset.name, "molecules");
  ASSERT_EQ(data.dataset.samples.size(), 3U);
  const Sample& triangle = data.dataset.samples[0];
  EXPECT_EQ(triangle.graph, make_graph(3, {{0, 1}, {1, 2}, {0, 2}}));
  EXPECT_EQ(triangle.node_categories, (CategoryMatrix(3, 2) << 5, 0, 6, 1, 7, 0).finished());
  // graph.edges() lists 0-1, 0-2, 1-2; the file 0-1, 2-1, 0-2.
  EXPECT_EQ(triangle.edge_categories, (CategoryMatrix(3, 1) << 0, 2, 1).finished());
  EXPECT_EQ(data.dataset.samples[1].graph.num_nodes(), 1);
  EXPECT_EQ(data.dataset.samples[2].graph, make_graph(2, {{0, 1}}));
  EXPECT_EQ(data.dataset.samples[2].edge_categories(0, 0), 3);
  EXPECT_THAT(triangle.targets, ElementsAre(0.0F, 1.5F));
  EXPECT_TRUE(std::isnan(data.dataset.samples[1].targets[1]));
  EXPECT_THAT(data.split.train, ElementsAre(2));
  EXPECT_THAT(data.split.valid, ElementsAre(0));
  EXPECT_THAT(data.split.test, ElementsAre(1));
}

TEST(Ogb, MayMissEveryLabel) {
  const TemporaryDirectory directory;
  write_tiny_ogb(directory.path());
  write_gzip(directory.file("raw/graph-label.csv.gz"), "\n\n\n");
  for (const Sample& sample : read_ogb(directory.path().string()).dataset.samples) {
    ASSERT_EQ(sample.targets.size(), 1U);
    EXPECT_TRUE(std::isnan(sample.targets[0]));
  }
}

TEST(Ogb, TakesFeaturesThatAreNoWholeNumbersAsFloats) {
  const TemporaryDirectory directory;
  write_tiny_ogb(directory.path());
  write_gzip(directory.file("raw/edge-feat.csv.gz"), "0\n1\n2.5\n3\n");
  const SplitDataset data = read_ogb(directory.path().string());
  EXPECT_EQ(data.dataset.samples[0].edge_categories.cols(), 0);
  EXPECT_EQ(data.dataset.samples[0].edge_features, (FloatMatrix(3, 1) << 0, 2.5F, 1).finished());
}

TEST(Ogb, TheFirstTargetMayBeMissingToo) {
  const TemporaryDirectory directory;
  write_tiny_ogb(directory.path());
  write_gzip(directory.file("raw/graph-label.csv.gz"), "\n1\n\n");
  const SplitDataset data = read_ogb(directory.path().string());
  EXPECT_TRUE(std::isnan(data.dataset.samples[0].targets[0]));
  EXPECT_EQ(data.dataset.samples[1].targets[0], 1.0F);
  EXPECT_TRUE(std::isnan(data.dataset.samples[2].targets[0]));
  EXPECT_EQ(ogb_error_with("raw/graph-label", "\n1,2\n3,4\n"),
            ":2: the line before this one is empty");
}

TEST(Ogb, BelievesNoNumberOfNodesThatNothingElseSpeaksOf) {
  const TemporaryDirectory directory;
  write_tiny_ogb(directory.path());
  std::filesystem::remove(directory / "raw/node-feat.csv.gz");
  write_gzip(directory.file("raw/num-node-list.csv.gz"), "3\n2147483647\n2\n");
  EXPECT_THAT(
      error_text([&] { (void)read_ogb(directory.path().string()); }),
      EndsWith("num-node-list.csv.gz:2: 2147483647 nodes, but no other file supports so many"));
}

TEST(Ogb, NamesFileAndLineOfDamage) {
  EXPECT_EQ(ogb_error_with("raw/edge", "0,1\n2,1\n0,3\n1,0\n"),
            ":3: a node number must be in 0..2, not 3");
  EXPECT_EQ(ogb_error_with("raw/edge", "0,1\n2,1\n"), ": has 2 lines for 4 edges");
  EXPECT_EQ(ogb_error_with("raw/num-edge-list", "3\n0\n"), ": has 2 lines for 3 graphs");
  EXPECT_EQ(ogb_error_with("raw/num-node-list", "3\n-1\n2\n"),
            ":2: a count must be in 0..2147483647, not -1");
  EXPECT_EQ(ogb_error_with("raw/node-feat", "1,1\n2,2\n3\n"), ":3: expected 2 numbers, found 1");
  EXPECT_EQ(ogb_error_with("raw/graph-label", "0,0\n1,?\n1,1\n"), ":2: expected a number, got '?'");
  EXPECT_EQ(ogb_error_with("split/scaffold/test", "3\n"), ":1: a graph must be in 0..2, not 3");
  EXPECT_EQ(ogb_error_with("split/scaffold/test", "2\n"), ":1: graph 2 is in the split twice");
}

TEST(Ogb, NamesTheFileWhoseGzipDataAreDamaged) {
  const TemporaryDirectory directory;
  write_tiny_ogb(directory.path());
  const std::string path = directory.file("raw/edge.csv.gz");
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 6);
  EXPECT_THAT(error_text([&] { (void)read_ogb(directory.path().string()); }),
              testing::StartsWith(path + ":"));
}

TEST(Ogb, AsksWhichOfSeveralSplits) {
  const TemporaryDirectory directory;
  write_tiny_ogb(directory.path());
  std::filesystem::create_directories(directory / "split" / "random");
  EXPECT_THAT(error_text([&] { (void)read_ogb(directory.path().string()); }),
              EndsWith("has several splits; choose one of: random, scaffold"));
  EXPECT_TRUE(read_ogb(directory.path().string(), "scaffold").has_split());
}

TEST(Ogb, APartOfTheSplitMustNotBeEmpty) {
  EXPECT_EQ(ogb_error_with("split/scaffold/train", ""), ": is empty");
}

TEST(Ogb, IsFoundByItsOwnFolderHoweverThatIsSpelt) {
  const TemporaryDirectory directory;
  write_tiny_ogb(directory / "molecules");
  for (const char* spelling : {"molecules", "molecules/", "molecules/."}) {
    EXPECT_TRUE(find_dataset(directory.file(spelling), "molecules")) << spelling;
  }
}

TEST(Ogb, MolhivHasItsPublishedSizes) {
  const std::string root = data_directory("");
  if (!find_dataset(root, "ogbg_molhiv")) {
    GTEST_SKIP() << "ogbg_molhiv is not in " << root << "; set ISOTYPIC_DATA";
  }
  const SplitDataset data = open_dataset(root, "ogbg_molhiv");
  const DatasetSummary summary = summarise(data.dataset);
  EXPECT_EQ(summary.graphs, 41127);
  EXPECT_NEAR(summary.mean_nodes, 25.51, 0.005);
  EXPECT_EQ(summary.node_categories.size(), 9U);
  EXPECT_EQ(summary.edge_categories.size(), 3U);
  ASSERT_EQ(summary.targets.size(), 1U);
  EXPECT_NEAR(summary.targets[0].mean * 41127, 1443, 1e-6);
  EXPECT_EQ(summary.targets[0].missing, 0);
  EXPECT_EQ(data.split.train.size(), 32901U);
  EXPECT_EQ(data.split.valid.size(), 4113U);
  EXPECT_EQ(data.split.test.size(), 4113U);
}

}  // namespace
}  // namespace isotypic::ogb_test
