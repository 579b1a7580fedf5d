#include "isotypic/data/brec.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "tests/support/data_directory.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic {
namespace {

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
}  // namespace isotypic
