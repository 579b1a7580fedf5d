#include "isotypic/report/plot/axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "isotypic/base/text.hpp"
#include "isotypic/report/plot/gnuplot.hpp"

namespace isotypic::report {
namespace {

std::string superscript(int exponent) {
  constexpr std::array digits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(exponent))) text += digits[c - '0'];
  return text;
}

std::string tick_label(double value) {
  const int exponent = static_cast<int>(std::floor(std::log10(value) + 1e-9));
  if (exponent >= -3 && exponent <= 4) return format_number(value);
  const int factor = static_cast<int>(std::lround(value / std::pow(10.0, exponent)));
  return (factor == 1 ? "10" : std::to_string(factor) + "·10") + superscript(exponent);
}

/// Powers of ten, thinned to at most eight; 1, 2, 5 and powers of ten when the range is short.
std::vector<double> decades(const Extent& extent) {
  const int first = static_cast<int>(std::floor(std::log10(extent.low)));
  const int last = static_cast<int>(std::ceil(std::log10(extent.high)));
  const int step = std::max(1, (last - first + 7) / 8);
  const bool fine = std::log10(extent.high / extent.low) < 2.0;
  std::vector<double> ticks;
  for (int exponent = first; exponent <= last; exponent += step) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (factor > 1 && !fine) break;
      ticks.push_back(factor * std::pow(10.0, exponent));
    }
  }
  return ticks;
}

/// Whether every value of a log axis can have a tick without the labels touching.
bool values_stand_apart(const Extent& extent) {
  if (extent.values.size() > Extent::most_values) return false;
  constexpr double room = 0.06;  // of the axis, for a label of some five digits
  const double least = room * std::log(extent.high / extent.low);
  double before = 0.0;
  for (const double value : extent.values) {
    if (before > 0 && std::log(value / before) < least) return false;
    before = value;
  }
  return true;
}

std::string range_command(const std::string& name, double low, double high) {
  return "set " + name + "range [" + exact_number(low) + ":" + exact_number(high) + "]\n";
}

std::string log_commands(const std::string& name, const Extent& extent, AxisEnds ends) {
  // A short range is widened until one of 1, 2, 5 lies in it.
  double margin = extent.high < 2.5 * extent.low ? 2.0 : 1.25;
  std::vector<double> ticks = decades(extent);
  if (ends == AxisEnds::AtData && extent.high > extent.low) {
    if (values_stand_apart(extent)) ticks.assign(extent.values.begin(), extent.values.end());
    margin = std::max(1.02, std::pow(extent.high / extent.low, 0.02));
  }
  std::string list;
  for (const double tick : ticks) {
    list +=
        (list.empty() ? "" : ", ") + quote_for_gnuplot(tick_label(tick)) + " " + exact_number(tick);
  }
  return "set logscale " + name + "\n" +
         range_command(name, extent.low / margin, extent.high * margin) + "set " + name + "tics (" +
         list + ")\n";
}

/// 1, 2 or 5 times a power of ten, so that a span has about `count` of them.
double round_step(double span, double count) {
  const double least = span / count;
  const double unit = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (least <= factor * unit * (1 + 1e-9)) return factor * unit;
  }
  return 10 * unit;
}

std::string linear_commands(const std::string& name, Extent extent, AxisEnds ends) {
  const bool at_ticks = ends == AxisEnds::AtTicks;
  if (at_ticks && extent.low >= 0 && extent.high <= 1 && extent.high - extent.low >= 0.5) {
    extent.include(0);
    extent.include(1);
  }
  if (extent.high == extent.low && at_ticks) extent.include(extent.low == 0 ? 1 : 0);
  if (extent.high == extent.low) {
    const double around = std::max(1.0, 0.1 * std::abs(extent.low));
    extent.low -= around;
    extent.high += around;
  }
  double step = round_step(extent.high - extent.low, at_ticks ? 6 : 8);
  if (extent.integers) step = std::max(step, 1.0);
  constexpr double slack = 1e-9;  // a bound that is a tick up to rounding is one
  double first = std::ceil(extent.low / step - slack) * step;
  double last = std::floor(extent.high / step + slack) * step;
  double margin = 0.02 * (extent.high - extent.low);
  if (at_ticks) {
    extent.low = first = std::floor(extent.low / step + slack) * step;
    extent.high = last = std::ceil(extent.high / step - slack) * step;
    margin = 0;
  }
  return range_command(name, extent.low - margin, extent.high + margin) + "set " + name + "tics " +
         exact_number(first) + "," + exact_number(step) + "," + exact_number(last + step / 4) +
         "\n";
}

}  // namespace

void Extent::include(double value) {
  low = std::min(low, value);
  high = std::max(high, value);
  integers = integers && value == std::trunc(value);
  if (values.size() <= most_values) values.insert(value);
}

std::string axis_commands(const std::string& name, const Axis& axis, Extent extent, AxisEnds ends) {
  const std::string label =
      "set " + name + "label " + quote_for_gnuplot(axis.label) + " tc rgb ink\n";
  if (extent.empty()) return label;
  return label + (axis.log ? log_commands(name, extent, ends)
                           : linear_commands(name, std::move(extent), ends));
}

}  // namespace isotypic::report
