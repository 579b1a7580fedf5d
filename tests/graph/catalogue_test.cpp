#include "isotypic/graph/catalogue.hpp"

#include <gtest/gtest.h>

#include <set>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"

namespace isotypic::catalogue_test {
namespace {

using Words = std::vector<std::string>;

TEST(Catalogue, MakesWhatTheFunctionsMake) {
  EXPECT_EQ(make_family("hypercube", Words{"3"}), hypercube_graph(3));
  EXPECT_EQ(make_family("kneser", Words{"6", "2"}), kneser_graph(6, 2));
  EXPECT_EQ(make_family("grid", Words{"2", "5"}), grid_graph(2, 5));
  EXPECT_EQ(make_family("petersen", Words{}), petersen_graph());
}

TEST(Catalogue, BuildsFamiliesOnFamilies) {
  EXPECT_EQ(make_family("cfi", Words{"complete", "4"}), cfi_graph(complete_graph(4)));
  EXPECT_EQ(
      make_family("cfi", Words{"complete", "4"}, {.variant = CfiVariant::Compact, .twisted = true}),
      cfi_graph(complete_graph(4), {.variant = CfiVariant::Compact, .twisted_edge = 0}));
  EXPECT_EQ(make_family("line", Words{"complement", "cycle", "5"}),
            line_graph(complement(cycle_graph(5))));
}

TEST(Catalogue, RandomFamiliesFollowTheSeed) {
  const Words words = {"30", "3"};
  EXPECT_EQ(make_family("random-regular", words, {.seed = 1}),
            make_family("random-regular", words, {.seed = 1}));
  EXPECT_NE(make_family("random-regular", words, {.seed = 1}),
            make_family("random-regular", words, {.seed = 2}));
  EXPECT_TRUE(is_random_family("erdos-renyi", Words{"5", "0.5"}));
  EXPECT_TRUE(is_random_family("cfi", Words{"random-tree", "5"}));
  EXPECT_FALSE(is_random_family("cfi", Words{"cycle", "5"}));
}

TEST(Catalogue, ListsEveryFamilyOnceWithADescription) {
  std::set<std::string> names;
  for (const FamilyEntry& entry : family_catalogue()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_FALSE(entry.description.empty()) << entry.name;
  }
  EXPECT_GE(names.size(), 24U);
}

TEST(Catalogue, RefusesUnknownNamesAndWrongArguments) {
  EXPECT_THROW((void)make_family("nonsense", Words{}), Error);
  EXPECT_THROW((void)make_family("cycle", Words{}), Error);
  EXPECT_THROW((void)make_family("cycle", Words{"5", "6"}), Error);
  EXPECT_THROW((void)make_family("cycle", Words{"five"}), Error);
  EXPECT_THROW((void)make_family("cycle", Words{"5x"}), Error);
  EXPECT_THROW((void)make_family("cycle", Words{""}), Error);
  EXPECT_THROW((void)make_family("cycle", Words{"99999999999999999999"}), Error);
  EXPECT_THROW((void)make_family("erdos-renyi", Words{"5", "nan"}), Error);
  EXPECT_THROW((void)make_family("erdos-renyi", Words{"5", ""}), Error);
  EXPECT_THROW((void)make_family("cfi", Words{}), Error);
  EXPECT_THROW((void)make_family("cfi", Words{"cycle"}), Error);
}

}  // namespace
}  // namespace isotypic::catalogue_test
