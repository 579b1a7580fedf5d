#include "isotypic/smiles/ogb_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "isotypic/data/ogb.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::ogb_writer_test {
namespace {

CategoryMatrix matrix(std::int64_t rows, std::int64_t columns, std::int32_t first) {
  CategoryMatrix result(rows, columns);
  for (std::int64_t i = 0; i < rows * columns; ++i) {
    result.data()[i] = first + static_cast<std::int32_t>(i);
  }
  return result;
}

TEST(OgbWriter, WritesWhatTheReaderReads) {
  const TemporaryDirectory directory;
  const std::string folder = directory.file("sets/own");
  constexpr double missing = std::numeric_limits<double>::quiet_NaN();
  {
    OgbWriter writer(folder);
    const std::vector<Edge> edges = {{0, 2}, {2, 1}};
    writer.add(matrix(3, 2, 5), edges, matrix(2, 1, 7), std::vector<double>{0.25, missing});
    writer.add(matrix(1, 2, 0), {}, matrix(0, 1, 0), std::vector<double>{-1.0, 2.0});
    writer.commit();
  }
  const Dataset read = read_ogb(folder).dataset;
  ASSERT_EQ(read.samples.size(), 2U);
  EXPECT_EQ(read.samples[0].graph.num_edges(), 2);
  EXPECT_EQ(read.samples[0].node_categories, matrix(3, 2, 5));
  EXPECT_EQ(read.samples[0].edge_categories, matrix(2, 1, 7));  // (0, 2) before (1, 2)
  EXPECT_EQ(read.samples[0].targets[0], 0.25F);
  EXPECT_TRUE(std::isnan(read.samples[0].targets[1]));
  EXPECT_EQ(read.samples[1].graph.num_nodes(), 1);
}

TEST(OgbWriter, WritesGraphsWithoutAnyEdge) {
  const TemporaryDirectory directory;
  {
    OgbWriter writer(directory.file("own"));
    writer.add(matrix(2, 2, 0), {}, matrix(0, 3, 0), {});
    writer.commit();
  }
  const Dataset read = read_ogb(directory.file("own")).dataset;
  ASSERT_EQ(read.samples.size(), 1U);
  EXPECT_EQ(read.samples[0].graph.num_edges(), 0);
  EXPECT_TRUE(read.samples[0].targets.empty());
}

TEST(OgbWriter, LeavesNothingBehindWithoutCommit) {
  const TemporaryDirectory directory;
  {
    OgbWriter writer(directory.file("sets/own"));
    writer.add(matrix(1, 2, 0), {}, matrix(0, 1, 0), {});
  }
  EXPECT_FALSE(std::filesystem::exists(directory.file("sets")));
}

TEST(OgbWriter, RefusesAFolderThatHoldsSomething) {
  const TemporaryDirectory directory;
  (void)directory.write("mine.txt", "x");
  EXPECT_THAT(error_text([&] { OgbWriter writer(directory.path().string()); }),
              ::testing::HasSubstr("is not empty"));
  EXPECT_TRUE(std::filesystem::exists(directory.file("mine.txt")));
}

}  // namespace
}  // namespace isotypic::ogb_writer_test
