#include "isotypic/base/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

namespace isotypic::random_test {
namespace {

TEST(Random, IsAFunctionOfItsKey) {
  Random a(1, 2);
  Random copy = a;
  for (std::uint64_t counter = 0; counter < 10; ++counter) {
    const std::uint64_t bits = a.bits();
    EXPECT_EQ(bits, random_bits(1, 2, counter));
    EXPECT_EQ(bits, copy.bits());
  }
}

TEST(Random, SeedStreamAndCounterAllCount) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (std::uint64_t stream = 0; stream < 10; ++stream) {
      for (std::uint64_t counter = 0; counter < 10; ++counter) {
        seen.insert(random_bits(seed, stream, counter));
      }
    }
  }
  EXPECT_EQ(seen.size(), 1000U);
}

TEST(Random, BelowIsUniform) {
  Random random(7);
  std::array<int, 6> counts{};
  for (int i = 0; i < 60'000; ++i) ++counts.at(random.below(6));
  // Five standard deviations of a binomial with p = 1/6.
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 5 * std::sqrt(60'000 * 5.0 / 36));
}

TEST(Random, UniformAndNormalHaveTheirMoments) {
  constexpr int draws = 40'000;
  Random random(8);
  double uniform = 0.0, normal = 0.0, square = 0.0;
  for (int i = 0; i < draws; ++i) {
    const double u = random.uniform();
    EXPECT_TRUE(u >= 0.0 && u < 1.0);
    uniform += u / draws;
    const double z = random.normal();
    normal += z / draws;
    square += z * z / draws;
  }
  const double deviation = 5 / std::sqrt(static_cast<double>(draws));
  EXPECT_NEAR(uniform, 0.5, deviation / std::sqrt(12.0));
  EXPECT_NEAR(normal, 0.0, deviation);
  EXPECT_NEAR(square, 1.0, deviation * std::sqrt(2.0));
}

}  // namespace
}  // namespace isotypic::random_test
