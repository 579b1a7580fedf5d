#include "isotypic/data/brec.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "isotypic/graph/families.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/symmetry/symmetry.hpp"
#include "tests/support/data_directory.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::brec_test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

/// An .npy file of byte strings, or with `type` saying so of something else.
std::string npy_of(const std::vector<std::string>& strings, const std::string& type = "|S8") {
  std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" +
                       std::to_string(strings.size()) + ",), }";
  header.resize(118, ' ');
  std::string bytes = std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header;
  for (std::string text : strings) {
    text.resize(8, '\0');
    bytes += text;
  }
  return bytes;
}

/// brec_v3.npy with the path of four nodes against the star, in every pair.
std::vector<std::string> official_strings() {
  const std::string path = format_graph6(path_graph(4));
  const std::string star = format_graph6(star_graph(3));
  std::vector<std::string> strings;
  for (int i = 0; i < 400 * 32; ++i) strings.insert(strings.end(), {path, star});
  strings.insert(strings.end(), 400 * 64, path);
  return strings;
}

/// A directory with the seven raw files, all with that pair.
void write_raw(const TemporaryDirectory& directory) {
  const std::vector<std::pair<std::string, int>> files = {
      {"basic", 60}, {"regular", 50}, {"str", 50}, {"extension", 100},
      {"cfi", 100},  {"4vtx", 20},    {"dr", 20}};
  for (const auto& [name, pairs] : files) {
    std::vector<std::string> strings;
    for (int i = 0; i < pairs; ++i) {
      strings.insert(strings.end(), {format_graph6(path_graph(4)), format_graph6(star_graph(3))});
    }
    (void)directory.write(name + ".npy", npy_of(strings));
  }
}

TEST(Brec, ReadsTheOfficialFileCopyByCopy) {
  const TemporaryDirectory directory;
  (void)directory.write("brec_v3.npy", npy_of(official_strings()));
  const BrecData data = load_brec(directory.path());
  EXPECT_THAT(data.source, EndsWith("brec_v3.npy"));
  ASSERT_EQ(data.copies.size(), 400U);
  ASSERT_EQ(data.pairs.size(), 400U);
  for (const BrecCopies& copies : data.copies) {
    ASSERT_EQ(copies.pairs.size(), 64U);
    ASSERT_EQ(copies.reliability.size(), 64U);
    EXPECT_EQ(copies.pairs[62], path_graph(4));
    EXPECT_EQ(copies.pairs[63], star_graph(3));
    EXPECT_EQ(copies.reliability[63], path_graph(4));
  }
  EXPECT_EQ(data.pairs[399].category, BrecCategory::DistanceRegular);
}

TEST(Brec, ReadsTheRawFilesAlsoFromAFolderAbove) {
  const TemporaryDirectory above;
  const TemporaryDirectory directory;
  write_raw(directory);
  std::filesystem::create_directory_symlink(directory.path(), above / "brec");
  for (const auto& path : {directory.path(), above.path()}) {
    const BrecData data = load_brec(path);
    EXPECT_EQ(data.pairs.size(), 400U);
    EXPECT_TRUE(data.copies.empty());
  }
}

TEST(Brec, NamesTheDamagedEntryOfTheOfficialFile) {
  const TemporaryDirectory directory;
  std::vector<std::string> strings = official_strings();
  strings[30'000] = "C";
  const std::string path = directory.write("brec_v3.npy", npy_of(strings));
  EXPECT_THAT(error_text([&] { (void)read_brec_copies(path); }),
              HasSubstr(path + ": entry 30000: "));
}

TEST(Brec, RefusesAnOfficialFileOfAnotherSize) {
  const TemporaryDirectory directory;
  std::vector<std::string> strings = official_strings();
  strings.pop_back();
  const std::string path = directory.write("brec_v3.npy", npy_of(strings));
  EXPECT_EQ(error_text([&] { (void)read_brec_copies(path); }),
            path + ": holds 51199 graphs, not 51200");
}

TEST(Brec, SaysWhatToDoWithPickledObjects) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("brec_v3.npy", npy_of(official_strings(), "|O"));
  EXPECT_THAT(error_text([&] { (void)read_brec_copies(path); }), HasSubstr("astype('S')"));
}

TEST(Brec, SaysWhereItCanBeHad) {
  const TemporaryDirectory directory;
  EXPECT_THAT(error_text([&] { (void)load_brec(directory.path()); }),
              HasSubstr("https://github.com/GraphPKU/BREC"));
  EXPECT_THAT(error_text([&] { (void)load_brec(directory / "absent"); }),
              HasSubstr("no BREC found"));
  (void)directory.write("basic.npy", "not an array");
  EXPECT_THAT(error_text([&] { (void)load_brec(directory.path()); }),
              AllOf(HasSubstr("basic.npy"), HasSubstr("https://github.com/GraphPKU/BREC")));
}

TEST(Brec, CategoriesAreTheOfficialRanges) {
  const std::vector<std::pair<std::int64_t, BrecCategory>> firsts = {
      {0, BrecCategory::Basic},        {60, BrecCategory::Regular},
      {160, BrecCategory::Extension},  {260, BrecCategory::Cfi},
      {360, BrecCategory::FourVertex}, {380, BrecCategory::DistanceRegular}};
  for (const auto& [pair, category] : firsts) {
    EXPECT_EQ(brec_category(pair), category);
    if (pair == 0) continue;
    EXPECT_NE(brec_category(pair - 1), category);
  }
  EXPECT_EQ(error_text([] { (void)brec_category(400); }), "there is no pair 400");
}

TEST(Brec, RelabelledCopiesAreIsomorphicToTheirGraphs) {
  const BrecPair pair{path_graph(6), star_graph(5), BrecCategory::Basic};
  const BrecCopies copies = relabelled_copies(pair, 5, 3, 7);
  ASSERT_EQ(copies.pairs.size(), 10U);
  ASSERT_EQ(copies.reliability.size(), 10U);
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(are_isomorphic(copies.pairs[i], i % 2 == 0 ? pair.first : pair.second));
    EXPECT_TRUE(are_isomorphic(copies.reliability[i], pair.first));
  }
  EXPECT_NE(copies.pairs[0], copies.pairs[2]);
  EXPECT_EQ(copies.pairs, relabelled_copies(pair, 5, 3, 7).pairs);
  EXPECT_NE(copies.pairs, relabelled_copies(pair, 5, 3, 8).pairs);
}

TEST(Brec, NamesTheFileThatIsMissing) {
  const TemporaryDirectory directory;
  EXPECT_EQ(error_text([&] { (void)read_brec(directory.file("")); }),
            directory.file("") + "/basic.npy: No such file or directory");
}

TEST(Brec, HasTheOfficialPairs) {
  const std::string directory = data_directory("brec");
  if (!std::filesystem::exists(directory)) {
    GTEST_SKIP() << "BREC is not in " << directory << "; set ISOTYPIC_DATA";
  }
  const std::vector<BrecPair> pairs = read_brec(directory);
  ASSERT_EQ(pairs.size(), 400U);
  std::map<BrecCategory, std::int64_t> count;
  std::int64_t smallest = 1000;
  std::int64_t largest = 0;
  for (const auto& [first, second, category] : pairs) {
    ++count[category];
    smallest = std::min({smallest, first.num_nodes(), second.num_nodes()});
    largest = std::max({largest, first.num_nodes(), second.num_nodes()});
    EXPECT_EQ(first.num_nodes(), second.num_nodes());
    EXPECT_FALSE(first == second);
  }
  EXPECT_EQ(smallest, 7);
  EXPECT_EQ(largest, 198);
  EXPECT_EQ(count[BrecCategory::Basic], 60);
  EXPECT_EQ(count[BrecCategory::Regular], 100);
  EXPECT_EQ(count[BrecCategory::Extension], 100);
  EXPECT_EQ(count[BrecCategory::Cfi], 100);
  EXPECT_EQ(count[BrecCategory::FourVertex], 20);
  EXPECT_EQ(count[BrecCategory::DistanceRegular], 20);
  EXPECT_TRUE(std::is_sorted(pairs.begin(), pairs.end(),
                             [](const auto& a, const auto& b) { return a.category < b.category; }));
}

}  // namespace
}  // namespace isotypic::brec_test
