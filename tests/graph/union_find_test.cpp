#include "isotypic/graph/union_find.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace isotypic::union_find_test {
namespace {

TEST(UnionFind, PointsAreAloneAtFirst) {
  const UnionFind classes(3);
  EXPECT_EQ(classes.num_classes(), 3);
  for (std::int32_t x = 0; x < 3; ++x) EXPECT_EQ(classes.root(x), x);
}

TEST(UnionFind, TakesNoPointsAtAll) { EXPECT_EQ(UnionFind(0).num_classes(), 0); }

TEST(UnionFind, UnitingTwiceChangesNothing) {
  UnionFind classes(4);
  classes.unite(0, 3);
  const std::int32_t root = classes.root(0);
  classes.unite(3, 0);
  classes.unite(2, 2);
  EXPECT_EQ(classes.num_classes(), 3);
  EXPECT_EQ(classes.root(3), root);
}

RC_GTEST_PROP(UnionFind, HasTheClassesOfTheTransitiveClosure, ()) {
  const auto n = *rc::gen::inRange<std::int64_t>(1, 12);
  const auto point = rc::gen::inRange<std::int64_t>(0, n);
  const auto unions = *rc::gen::container<std::vector<std::pair<std::int64_t, std::int64_t>>>(
      rc::gen::pair(point, point));
  UnionFind classes(n);
  std::vector<std::vector<bool>> related(n, std::vector<bool>(n, false));
  for (std::int64_t x = 0; x < n; ++x) related[x][x] = true;
  for (const auto& [x, y] : unions) {
    classes.unite(x, y);
    related[x][y] = related[y][x] = true;
  }
  for (std::int64_t k = 0; k < n; ++k) {
    for (std::int64_t x = 0; x < n; ++x) {
      for (std::int64_t y = 0; y < n; ++y) {
        if (related[x][k] && related[k][y]) related[x][y] = true;
      }
    }
  }
  std::int64_t roots = 0;
  for (std::int64_t x = 0; x < n; ++x) {
    RC_ASSERT(related[x][classes.root(x)]);
    if (classes.root(x) == x) ++roots;
    for (std::int64_t y = 0; y < n; ++y) {
      RC_ASSERT((classes.root(x) == classes.root(y)) == related[x][y]);
    }
  }
  RC_ASSERT(classes.num_classes() == roots);
}

}  // namespace
}  // namespace isotypic::union_find_test
