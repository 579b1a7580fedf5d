#include "isotypic/smiles/convert.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "isotypic/data/open.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::convert_test {
namespace {

TEST(ConvertSmiles, MakesADataSetThatTheOtherCommandsRead) {
  const TemporaryDirectory directory;
  const std::string table = directory.write("a.csv",
                                            "name,SMILES,active,mass\n"
                                            "\"acid, acetic\",CC(=O)O,1,60.05\n"
                                            "sodium,[Na+],,22.99\n");
  const SmilesCounts counts = convert_smiles(table, directory.file("own"),
                                             {.smiles = "SMILES", .targets = {"active", "mass"}});
  EXPECT_EQ(counts.molecules, 2);
  EXPECT_EQ(counts.atoms, 5);
  EXPECT_EQ(counts.bonds, 3);
  const Dataset data = open_dataset(directory.path().string(), "own").dataset;
  ASSERT_EQ(data.samples.size(), 2U);
  const Sample& acid = data.samples[0];
  // By hand, in the order of ogb.utils.features.
  CategoryMatrix atoms(4, 9);
  atoms << 5, 0, 4, 5, 3, 0, 2, 0, 0,  //
      5, 0, 3, 5, 0, 0, 1, 0, 0,       //
      7, 0, 1, 5, 0, 0, 1, 0, 0,       //
      7, 0, 2, 5, 1, 0, 1, 0, 0;
  EXPECT_EQ(acid.node_categories, atoms);
  CategoryMatrix bonds(3, 3);
  bonds << 0, 0, 0, 1, 0, 1, 0, 0, 1;
  EXPECT_EQ(acid.edge_categories, bonds);
  EXPECT_EQ(acid.targets, (std::vector<float>{1.0F, 60.05F}));
  EXPECT_TRUE(std::isnan(data.samples[1].targets[0]));
}

TEST(ConvertSmiles, NamesFileLineAndReasonOfAMistake) {
  const std::vector<std::pair<std::string, std::string>> mistakes = {
      {"smiles,y\nCC,1\nC1CC,0\n", ":3: 'C1CC' is not a SMILES"},
      {"smiles,y\nCC,high\n", ":2: the target y is 'high', not a number"},
      {"smiles,y\nCC,inf\n", ":2: the target y is 'inf', not a number"},
      {"smile,y\nCC,1\n", ":1: there is no column 'smiles'; there are smile, y"},
      {"smiles,y,y\nCC,1,2\n", ":1: there are several columns 'y'"},
      {"smiles,y\nCC\n", ":2: the row has 1 fields, the header 2"},
      {"smiles,y\n,1\n", ":2: the molecule has no atoms"},
      {"smiles,y\n", ": has no molecules below its header"},
      {"", ": has no header"}};
  for (const auto& [content, reason] : mistakes) {
    const TemporaryDirectory directory;
    const std::string table = directory.write("a.csv", content);
    EXPECT_THAT(
        error_text([&] { (void)convert_smiles(table, directory.file("own"), {.targets = {"y"}}); }),
        ::testing::StartsWith(table + reason));
    EXPECT_FALSE(std::filesystem::exists(directory.file("own")));
  }
}

TEST(ConvertSmiles, StopsOnRequest) {
  const TemporaryDirectory directory;
  std::stop_source stop;
  stop.request_stop();
  const std::string table = directory.write("a.csv", "smiles\nCC\n");
  EXPECT_THROW((void)convert_smiles(table, directory.file("own"), {.stop = stop.get_token()}),
               Error);
  EXPECT_FALSE(std::filesystem::exists(directory.file("own")));
}

}  // namespace
}  // namespace isotypic::convert_test
