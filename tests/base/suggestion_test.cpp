#include "isotypic/base/suggestion.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace isotypic::suggestion_test {
namespace {

const std::vector<std::string> names = {"sum", "mean", "isotypic", "component_set", "--batch-size"};

TEST(Suggestion, IsTheNearestName) {
  EXPECT_EQ(nearest_name("summ", names), "sum");
  EXPECT_EQ(nearest_name("MEAN", names), "mean");
  EXPECT_EQ(nearest_name("isotipic", names), "isotypic");
  EXPECT_EQ(nearest_name("iosotypic", names), "isotypic");
  EXPECT_EQ(nearest_name("component-set", names), "component_set");
  EXPECT_EQ(nearest_name("comp", names), "component_set");  // its beginning
  EXPECT_EQ(nearest_name("--batchsize", names), "--batch-size");
  EXPECT_EQ(did_you_mean("smu", names), "; did you mean sum?");
}

TEST(Suggestion, IsMissingWhereNoNameIsNear) {
  EXPECT_EQ(nearest_name("", names), std::nullopt);
  EXPECT_EQ(nearest_name("xyzzy", names), std::nullopt);
  EXPECT_EQ(nearest_name(std::string(1000, 's'), names), std::nullopt);
  EXPECT_EQ(did_you_mean("petersen", names), "");
  EXPECT_EQ(did_you_mean("sum", std::vector<std::string>()), "");
}

}  // namespace
}  // namespace isotypic::suggestion_test
