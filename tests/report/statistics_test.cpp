#include "isotypic/report/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"

namespace isotypic::report::statistics_test {
namespace {

TEST(TTest, AgreesWithKnownValues) {
  // Reference values: scipy.stats.ttest_1samp(x, 1.0, alternative=...), SciPy 1.10.
  const std::vector<double> sample = {0.91, 0.95, 0.88, 0.97, 0.93};
  const TTest less = one_sample_t_test(sample, 1.0, Alternative::Less);
  EXPECT_NEAR(less.statistic, -4.609327677584262, 1e-12);
  EXPECT_EQ(less.degrees_of_freedom, 4);
  EXPECT_NEAR(less.p_value, 0.004980344836103682, 1e-14);
  EXPECT_NEAR(one_sample_t_test(sample, 1.0, Alternative::Greater).p_value, 1 - less.p_value,
              1e-14);
}

TEST(TTest, IsOneHalfWhenTheMeanIsTheReference) {
  EXPECT_DOUBLE_EQ(one_sample_t_test(std::vector{0.0, 2.0}, 1.0, Alternative::Less).p_value, 0.5);
}

TEST(TTest, WithoutVarianceLeavesNothingToChance) {
  const std::vector<double> tenths(10, 0.1);
  EXPECT_EQ(one_sample_t_test(tenths, 1.0, Alternative::Less).p_value, 0.0);
  EXPECT_EQ(one_sample_t_test(tenths, 1.0, Alternative::Greater).p_value, 1.0);
  EXPECT_EQ(one_sample_t_test(tenths, 0.0, Alternative::Less).p_value, 1.0);
  EXPECT_EQ(one_sample_t_test(tenths, 0.1, Alternative::Less).p_value, 1.0);
  EXPECT_EQ(one_sample_t_test(tenths, 0.1, Alternative::Less).statistic, 0.0);
  EXPECT_TRUE(std::isinf(one_sample_t_test(tenths, 1.0, Alternative::Less).statistic));
}

TEST(TTest, RefusesASampleItCannotJudge) {
  EXPECT_THROW((void)one_sample_t_test(std::vector{1.0}, 1.0, Alternative::Less), Error);
  EXPECT_THROW((void)one_sample_t_test(std::vector<double>{1.0, NAN}, 1.0, Alternative::Less),
               Error);
  EXPECT_THROW((void)one_sample_t_test(std::vector{1.0, 2.0}, INFINITY, Alternative::Less), Error);
}

TEST(PairedTTest, AgreesWithKnownValues) {
  // Reference values: scipy.stats.ttest_rel(b, a), SciPy 1.10; with an overlap, the formula of
  // Nadeau and Bengio (2003) with scipy.stats.t.sf.
  const std::vector<double> a = {0.80, 0.75, 0.82, 0.78, 0.81};
  const std::vector<double> b = {0.84, 0.77, 0.83, 0.82, 0.80};
  const TTest plain = paired_t_test(b, a);
  EXPECT_NEAR(plain.statistic, 2.1081851067789197, 1e-12);
  EXPECT_EQ(plain.degrees_of_freedom, 4);
  EXPECT_NEAR(plain.p_value, 0.1027004274955118, 1e-12);
  EXPECT_NEAR(paired_t_test(a, b).p_value, plain.p_value, 1e-15);
  const TTest corrected = paired_t_test(b, a, 1.0 / 3.0);
  EXPECT_NEAR(corrected.statistic, 1.290994448735806, 1e-12);
  EXPECT_NEAR(corrected.p_value, 0.26626462796630984, 1e-12);
}

TEST(PairedTTest, WithoutVarianceLeavesNothingToChance) {
  const std::vector<double> a = {0.25, 0.5, 0.75};
  const std::vector<double> b = {0.75, 1.0, 1.25};
  EXPECT_EQ(paired_t_test(a, a).p_value, 1.0);
  EXPECT_EQ(paired_t_test(a, b).p_value, 0.0);
  EXPECT_LT(paired_t_test(a, b).statistic, 0.0);
}

TEST(PairedTTest, RefusesWhatIsNotAPair) {
  const std::vector<double> two = {1.0, 2.0};
  EXPECT_THROW((void)paired_t_test(two, std::vector{1.0}), Error);
  EXPECT_THROW((void)paired_t_test(std::vector{1.0}, std::vector{1.0}), Error);
  EXPECT_THROW((void)paired_t_test(two, std::vector<double>{1.0, NAN}), Error);
  EXPECT_THROW((void)paired_t_test(two, two, -0.1), Error);
}

TEST(HolmBonferroni, AgreesWithAKnownExample) {
  // 0.01 * 4, then max(0.04, 0.02 * 3), then max(0.06, 0.03 * 2), then 0.06.
  const std::vector<double> adjusted = holm_bonferroni(std::vector{0.03, 0.01, 0.04, 0.02});
  const std::vector<double> expected = {0.06, 0.04, 0.06, 0.06};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-15);
}

TEST(HolmBonferroni, RejectsWhatTheStepDownDefinitionRejects) {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<double> p(1 + random.below(12));
    for (double& value : p) value = std::pow(random.uniform(), 4);
    std::vector<bool> rejected(p.size());
    for (std::size_t step = 0; step < p.size(); ++step) {
      std::size_t smallest = p.size();
      for (std::size_t i = 0; i < p.size(); ++i) {
        if (!rejected[i] && (smallest == p.size() || p[i] < p[smallest])) smallest = i;
      }
      if (p[smallest] * static_cast<double>(p.size() - step) > 0.05) break;
      rejected[smallest] = true;
    }
    const std::vector<double> adjusted = holm_bonferroni(p);
    for (std::size_t i = 0; i < p.size(); ++i) EXPECT_EQ(adjusted[i] <= 0.05, rejected[i]);
  }
}

TEST(HolmBonferroni, KeepsWithinZeroAndOne) {
  EXPECT_EQ(holm_bonferroni(std::vector{0.0, 1.0, 0.9}), (std::vector{0.0, 1.0, 1.0}));
  EXPECT_TRUE(holm_bonferroni({}).empty());
  EXPECT_THROW((void)holm_bonferroni(std::vector{1.5}), Error);
  EXPECT_THROW((void)holm_bonferroni(std::vector<double>{NAN}), Error);
}

TEST(Mean, OfEqualValuesIsThatValue) {
  EXPECT_EQ(mean(std::vector<double>(10, 0.1)), 0.1);
  EXPECT_EQ(standard_deviation(std::vector<double>(10, 0.1)), 0.0);
  EXPECT_EQ(standard_deviation(std::vector{3.0}), 0.0);
  EXPECT_THROW((void)mean({}), Error);
}

TEST(StandardDeviation, DividesByOneLessThanTheCount) {
  EXPECT_DOUBLE_EQ(standard_deviation(std::vector{1.0, 2.0, 3.0, 4.0}), std::sqrt(5.0 / 3.0));
}

TEST(Quantile, AgreesWithNumPy) {
  // numpy.quantile([3, 1, 4, 1, 5, 9, 2, 6], q)
  const std::vector<double> sample = {3, 1, 4, 1, 5, 9, 2, 6};
  EXPECT_DOUBLE_EQ(quantile(sample, 0.0), 1.0);
  EXPECT_DOUBLE_EQ(quantile(sample, 0.5), 3.5);
  EXPECT_DOUBLE_EQ(quantile(sample, 0.9), 6.9);
  EXPECT_DOUBLE_EQ(quantile(sample, 0.95), 7.95);
  EXPECT_DOUBLE_EQ(quantile(sample, 1.0), 9.0);
  EXPECT_THROW((void)quantile(sample, 1.1), Error);
  EXPECT_THROW((void)quantile({}, 0.5), Error);
  EXPECT_THROW((void)quantile(std::vector<double>{NAN}, 0.5), Error);
}

TEST(Summary, AgreesWithItsParts) {
  const std::vector<double> sample = {3, 1, 4, 1, 5, 9, 2, 6};
  const Summary summary = summarize(sample);
  EXPECT_EQ(summary.count, 8);
  EXPECT_EQ(summary.mean, mean(sample));
  EXPECT_EQ(summary.stddev, standard_deviation(sample));
  EXPECT_EQ(summary.p99, quantile(sample, 0.99));
  EXPECT_EQ(summary.max, 9.0);
  EXPECT_EQ(fraction_above(sample, 4.0), 3.0 / 8.0);
}

TEST(SurvivalFunction, CountsValuesNotBelow) {
  const auto points = survival_function(std::vector{2.0, 1.0, 2.0, 5.0});
  ASSERT_EQ(points.size(), 3U);
  EXPECT_EQ(points[0].fraction, 1.0);
  EXPECT_EQ(points[1].value, 2.0);
  EXPECT_EQ(points[1].fraction, 0.75);
  EXPECT_EQ(points[2].fraction, 0.25);
}

}  // namespace
}  // namespace isotypic::report::statistics_test
