#include "isotypic/graph/permutation.hpp"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/error_text.hpp"

namespace isotypic::permutation_test {
namespace {

TEST(Permutation, IsABijection) {
  EXPECT_TRUE(is_permutation(Permutation{2, 0, 1}));
  EXPECT_TRUE(is_permutation(Permutation{}));
  EXPECT_FALSE(is_permutation(Permutation{0, 0, 1}));
  EXPECT_FALSE(is_permutation(Permutation{0, 3, 1}));
  EXPECT_FALSE(is_permutation(Permutation{0, -1, 1}));
}

TEST(Permutation, FormsAGroup) {
  Random random(3);
  for (const std::int64_t n : {0, 1, 2, 7, 40}) {
    const Permutation p = random_permutation(n, random);
    const Permutation q = random_permutation(n, random);
    const Permutation r = random_permutation(n, random);
    EXPECT_TRUE(is_permutation(p));
    EXPECT_EQ(compose(p, inverse(p)), identity_permutation(n));
    EXPECT_EQ(compose(inverse(p), p), identity_permutation(n));
    EXPECT_EQ(compose(compose(p, q), r), compose(p, compose(q, r)));
  }
}

TEST(Permutation, ComposesFromLeftToRight) {
  EXPECT_EQ(compose(Permutation{1, 2, 0}, Permutation{1, 0, 2}), (Permutation{0, 2, 1}));
}

TEST(Permutation, RandomOnesAreUniform) {
  Random random(4);
  std::map<Permutation, int> counts;
  for (int i = 0; i < 6000; ++i) ++counts[random_permutation(3, random)];
  ASSERT_EQ(counts.size(), 6U);
  for (const auto& [p, count] : counts) EXPECT_NEAR(count, 1000, 150);
}

TEST(SparsePermutation, StoresOnlyWhatMoves) {
  const SparsePermutation p = to_sparse(Permutation{0, 3, 2, 1});
  EXPECT_EQ(p.points, (std::vector<std::int32_t>{1, 3}));
  EXPECT_EQ(p.images, (std::vector<std::int32_t>{3, 1}));
  EXPECT_EQ(from_moves({{3, 1}, {1, 3}}), p);
  EXPECT_EQ(to_dense(p, 4), (Permutation{0, 3, 2, 1}));
}

TEST(SparsePermutation, ConjugatesAsDenseOnesDo) {
  Random random(5);
  for (int i = 0; i < 20; ++i) {
    const Permutation p = random_permutation(9, random);
    const Permutation position = random_permutation(9, random);
    EXPECT_EQ(to_dense(conjugate(to_sparse(p), position), 9),
              compose(compose(inverse(position), p), position));
  }
}

TEST(SparsePermutation, IsWrittenInCycles) {
  EXPECT_EQ(cycle_notation(to_sparse(Permutation{3, 2, 5, 0, 4, 1})), "(0 3)(1 2 5)");
  EXPECT_EQ(cycle_notation(to_sparse(identity_permutation(4))), "()");
}

TEST(Permutation, CycleNotationIsReadBackInAnyStyle) {
  Random random(9);
  for (std::int64_t n = 0; n < 30; ++n) {
    const Permutation p = random_permutation(n, random);
    EXPECT_EQ(parse_cycles(cycle_notation(to_sparse(p)), n), p);
    EXPECT_EQ(parse_cycles(cycle_notation(to_sparse(p), {.first = 1, .separator = ","}), n, 1), p);
    EXPECT_EQ(compose(p, to_dense(inverse(to_sparse(p)), n)), identity_permutation(n));
    for (std::int32_t v = 0; v < n; ++v) EXPECT_EQ(image_of(to_sparse(p), v), p[v]);
  }
  EXPECT_EQ(parse_cycles(" ( 0 , 2 ) (1)", 3), (Permutation{2, 1, 0}));
}

TEST(Permutation, BadCyclesAreRefusedWithThePlace) {
  const auto text = [](const std::string& cycles) {
    return error_text([&] { (void)parse_cycles(cycles, 4, 1); });
  };
  EXPECT_EQ(text("(1 2"), "'(1 2': a cycle does not end: expected a point or ')' at character 5");
  EXPECT_NE(text("").find("expected '('"), std::string::npos);
  EXPECT_NE(text("1 2").find("expected '(' at character 1"), std::string::npos);
  EXPECT_NE(text("(0 1)").find("there is no point 0; there are 4, counted from 1,"),
            std::string::npos);
  EXPECT_NE(text("(5)").find("there is no point 5"), std::string::npos);
  EXPECT_NE(text("(99999999999999999999)").find("expected a point"), std::string::npos);
  EXPECT_NE(text("(1 2)(2 3)").find("point 2 occurs twice"), std::string::npos);
  EXPECT_NE(text("(1,,2)").find("expected a point"), std::string::npos);
}

}  // namespace
}  // namespace isotypic::permutation_test
