// The range and the ticks of an axis, as gnuplot commands.
#pragma once

#include <cstddef>
#include <limits>
#include <set>
#include <string>

#include "isotypic/report/plot/plot.hpp"

namespace isotypic::report {

/// The numbers that an axis has to show.
struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  bool integers = true;
  std::set<double> values;  ///< at most `most_values + 1` distinct values

  static constexpr std::size_t most_values = 10;

  void include(double value);
  [[nodiscard]] bool empty() const { return low > high; }
};

enum class AxisEnds {
  AtData,   ///< at the data, with a margin so that no point is cut: for the x axis
  AtTicks,  ///< at ticks: for measured values; 0 and 1 if they lie in [0, 1] and fill half of it
};

/// Label, scale, range and ticks. Integers get integer ticks; few values on a log axis that ends
/// at the data get a tick each. `name` is x or y.
[[nodiscard]] std::string axis_commands(const std::string& name, const Axis& axis, Extent extent,
                                        AxisEnds ends);

}  // namespace isotypic::report
