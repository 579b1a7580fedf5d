#include "isotypic/report/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "isotypic/base/error.hpp"

namespace isotypic::report {
namespace {

void check_not_empty(const char* where, std::span<const double> sample) {
  if (sample.empty()) fail(where, "the sample is empty");
}

std::vector<double> sorted_copy(const char* where, std::span<const double> sample) {
  check_not_empty(where, sample);
  if (std::ranges::any_of(sample, [](double x) { return std::isnan(x); })) {
    fail(where, "the sample contains NaN");
  }
  std::vector<double> sorted(sample.begin(), sample.end());
  std::ranges::sort(sorted);
  return sorted;
}

double quantile_of_sorted(std::span<const double> sorted, double q) {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const double fraction = place - static_cast<double>(below);
  if (fraction == 0.0) return sorted[below];
  return std::lerp(sorted[below], sorted[below + 1], fraction);
}

}  // namespace

TTest one_sample_t_test(std::span<const double> sample, double reference, Alternative alternative) {
  const char* where = "one_sample_t_test";
  if (sample.size() < 2) fail(where, "needs at least two values, got ", sample.size());
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!std::ranges::all_of(sample, finite) || !finite(reference)) {
    fail(where, "a value is not finite");
  }
  const double difference = mean(sample) - reference;
  const double stddev = standard_deviation(sample);
  TTest test{.degrees_of_freedom = static_cast<std::int64_t>(sample.size()) - 1};
  if (stddev == 0.0) {
    const bool on_its_side = alternative == Alternative::Less ? difference < 0 : difference > 0;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    test.statistic = difference == 0.0 ? 0.0 : std::copysign(infinity, difference);
    test.p_value = on_its_side ? 0.0 : 1.0;
    return test;
  }
  test.statistic = difference / (stddev / std::sqrt(static_cast<double>(sample.size())));
  const boost::math::students_t distribution(static_cast<double>(test.degrees_of_freedom));
  test.p_value = alternative == Alternative::Less
                     ? boost::math::cdf(distribution, test.statistic)
                     : boost::math::cdf(boost::math::complement(distribution, test.statistic));
  return test;
}

TTest paired_t_test(std::span<const double> a, std::span<const double> b, double overlap) {
  const char* where = "paired_t_test";
  if (a.size() != b.size()) {
    fail(where, "needs pairs, got ", a.size(), " and ", b.size(), " values");
  }
  if (a.size() < 2) fail(where, "needs at least two pairs, got ", a.size());
  if (!(overlap >= 0.0) || !std::isfinite(overlap)) fail(where, overlap, " is not an overlap");
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.size(); ++i) differences.push_back(a[i] - b[i]);
  if (!std::ranges::all_of(differences, [](double x) { return std::isfinite(x); })) {
    fail(where, "a value is not finite");
  }
  const double difference = mean(differences);
  const double stddev = standard_deviation(differences);
  const auto count = static_cast<double>(a.size());
  TTest test{.degrees_of_freedom = static_cast<std::int64_t>(a.size()) - 1};
  if (stddev == 0.0) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    test.statistic = difference == 0.0 ? 0.0 : std::copysign(infinity, difference);
    test.p_value = difference == 0.0 ? 1.0 : 0.0;
    return test;
  }
  test.statistic = difference / (stddev * std::sqrt(1.0 / count + overlap));
  const boost::math::students_t distribution(count - 1.0);
  test.p_value =
      2.0 * boost::math::cdf(boost::math::complement(distribution, std::abs(test.statistic)));
  return test;
}

std::vector<double> holm_bonferroni(std::span<const double> p_values) {
  for (const double p : p_values) {
    if (!(p >= 0.0 && p <= 1.0)) fail("holm_bonferroni", p, " is not a p-value");
  }
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p_values[i]; });
  std::vector<double> adjusted(p_values.size());
  double running = 0.0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const auto remaining = static_cast<double>(order.size() - rank);
    running = std::max(running, std::min(1.0, remaining * p_values[order[rank]]));
    adjusted[order[rank]] = running;
  }
  return adjusted;
}

double mean(std::span<const double> sample) {
  check_not_empty("mean", sample);
  // Shifted by the first value, so that equal values give back exactly that value.
  double sum = 0.0;
  for (const double x : sample) sum += x - sample.front();
  return sample.front() + sum / static_cast<double>(sample.size());
}

double standard_deviation(std::span<const double> sample) {
  check_not_empty("standard_deviation", sample);
  if (sample.size() == 1) return 0.0;
  const double centre = mean(sample);
  double squares = 0.0;
  for (const double x : sample) squares += (x - centre) * (x - centre);
  return std::sqrt(squares / static_cast<double>(sample.size() - 1));
}

double quantile(std::span<const double> sample, double q) {
  if (!(q >= 0.0 && q <= 1.0)) fail("quantile", q, " is not in [0, 1]");
  return quantile_of_sorted(sorted_copy("quantile", sample), q);
}

Summary summarize(std::span<const double> sample) {
  const std::vector<double> sorted = sorted_copy("summarize", sample);
  return {.count = static_cast<std::int64_t>(sorted.size()),
          .mean = mean(sample),
          .stddev = standard_deviation(sample),
          .min = sorted.front(),
          .median = quantile_of_sorted(sorted, 0.5),
          .p90 = quantile_of_sorted(sorted, 0.9),
          .p95 = quantile_of_sorted(sorted, 0.95),
          .p99 = quantile_of_sorted(sorted, 0.99),
          .max = sorted.back()};
}

double fraction_above(std::span<const double> sample, double threshold) {
  check_not_empty("fraction_above", sample);
  const auto above = std::ranges::count_if(sample, [&](double x) { return x > threshold; });
  return static_cast<double>(above) / static_cast<double>(sample.size());
}

std::vector<SurvivalPoint> survival_function(std::span<const double> sample) {
  const std::vector<double> sorted = sorted_copy("survival_function", sample);
  const auto count = static_cast<double>(sorted.size());
  std::vector<SurvivalPoint> points;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i > 0 && sorted[i] == sorted[i - 1]) continue;
    points.push_back({.value = sorted[i], .fraction = (count - static_cast<double>(i)) / count});
  }
  return points;
}

}  // namespace isotypic::report
