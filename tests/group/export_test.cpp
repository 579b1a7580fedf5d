#include "isotypic/group/export.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace isotypic::export_test {
namespace {

const std::vector<SparsePermutation> generators = {{{0, 1, 2, 3}, {1, 0, 3, 2}}, {{1, 2}, {2, 1}}};

TEST(Export, CountsAsTheOtherSystemDoes) {
  EXPECT_EQ(format_gap_group(generators), "Group((1,2)(3,4),(2,3))");
  EXPECT_EQ(format_sage_group(generators, 5),
            "PermutationGroup([[(0,1),(2,3)], [(1,2)]], domain=range(5))");
  EXPECT_EQ(format_cycles(generators), "(0 1)(2 3)\n(1 2)\n");
  EXPECT_EQ(format_cycles(generators, 1), "(1 2)(3 4)\n(2 3)\n");
}

TEST(Export, WritesTheTrivialGroup) {
  EXPECT_EQ(format_gap_group({}), "Group(())");
  EXPECT_EQ(format_sage_group({}, 3), "PermutationGroup([], domain=range(3))");
  EXPECT_EQ(format_cycles({}), "");
}

}  // namespace
}  // namespace isotypic::export_test
