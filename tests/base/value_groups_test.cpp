#include "isotypic/base/value_groups.hpp"

#include <gtest/gtest.h>

namespace isotypic::value_groups_test {
namespace {

TEST(ValueGroups, NeverSeparateWhatDiffersByLessThanTheTolerance) {
  const std::vector<std::vector<double>> rows = {
      {1.0, 5.0}, {1.0 + 1e-12, 3.0}, {2.0, 0.0}, {1.0 - 1e-12, 5.0 + 1e-12}, {1.0, 3.0}};
  EXPECT_EQ(group_by_value(rows, 1e-9), (std::vector<std::int64_t>{1, 0, 2, 1, 0}));
  EXPECT_TRUE(group_by_value({}, 1e-9).empty());
}

}  // namespace
}  // namespace isotypic::value_groups_test
