// Statistics: what the experiments say about samples.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace isotypic::report {

/// Which deviation from the reference the test looks for.
enum class Alternative { Less, Greater };

struct TTest {
  double statistic = 0.0;  ///< (mean - reference) / (stddev / sqrt(n)); infinite at zero variance
  std::int64_t degrees_of_freedom = 0;
  double p_value = 1.0;
};

/// One-sided one-sample t-test of "the mean is `reference`" against `alternative`.
///
/// Zero variance (all values equal) leaves nothing to chance: p = 0 if the common value lies on
/// the side of the alternative, p = 1 if it equals the reference or lies on the other side.
/// Throws Error for fewer than two values, or values that are not finite.
[[nodiscard]] TTest one_sample_t_test(std::span<const double> sample, double reference,
                                      Alternative alternative);

/// Two-sided paired t-test of "both have the same mean"; values at the same place belong to the
/// same fold or seed. The statistic is positive where the mean of `a` is larger.
///
/// `overlap` is the size of a test part divided by that of its training part, where rounds share
/// graphs; it enlarges the variance as Nadeau and Bengio (2003) propose, since such rounds are not
/// independent. 0 is the usual test. Equal pairs give p = 1; a constant difference other than 0
/// gives p = 0. Throws Error for fewer than two pairs, samples of different sizes, values that are
/// not finite, and a negative overlap.
[[nodiscard]] TTest paired_t_test(std::span<const double> a, std::span<const double> b,
                                  double overlap = 0.0);

/// P-values adjusted by Holm's step-down method, in the given order: hypothesis i is rejected at
/// family-wise level alpha exactly when the adjusted value is at most alpha.
/// Throws Error if a value lies outside [0, 1].
[[nodiscard]] std::vector<double> holm_bonferroni(std::span<const double> p_values);

/// The arithmetic mean; exact when all values are equal. Throws Error on an empty sample.
[[nodiscard]] double mean(std::span<const double> sample);

/// The sample standard deviation (n - 1); 0 for a single value. Throws Error on an empty sample.
[[nodiscard]] double standard_deviation(std::span<const double> sample);

/// The value below which a fraction q of the sample lies, interpolated linearly between order
/// statistics (type 7 of Hyndman and Fan: the default of NumPy and R).
/// Throws Error on an empty sample, NaN, or q outside [0, 1].
[[nodiscard]] double quantile(std::span<const double> sample, double q);

struct Summary {
  std::int64_t count = 0;
  double mean = 0.0;
  double stddev = 0.0;
  double min = 0.0;
  double median = 0.0;
  double p90 = 0.0;
  double p95 = 0.0;
  double p99 = 0.0;
  double max = 0.0;
};

/// All of the above at the cost of one sort. Throws Error on an empty sample or NaN.
[[nodiscard]] Summary summarize(std::span<const double> sample);

/// The fraction of the sample above `threshold`. Throws Error on an empty sample.
[[nodiscard]] double fraction_above(std::span<const double> sample, double threshold);

/// One step of a complementary distribution function.
struct SurvivalPoint {
  double value = 0.0;
  double fraction = 0.0;  ///< of the sample that is at least `value`
};

/// The complementary cumulative distribution: a point for every distinct value, ascending; the
/// first fraction is 1, the last 1/n (times ties), so that it can be drawn on a log axis.
[[nodiscard]] std::vector<SurvivalPoint> survival_function(std::span<const double> sample);

}  // namespace isotypic::report
