#include "isotypic/report/plot/axis.hpp"

#include <gtest/gtest.h>

#include <string>

namespace isotypic::report::axis_test {
namespace {

TEST(Axis, GivesIntegersIntegerTicksAndNoWideMargin) {
  Extent extent;
  for (const double x : {1, 2, 3}) extent.include(x);
  EXPECT_EQ(axis_commands("x", {}, extent, AxisEnds::AtData),
            "set xlabel '' tc rgb ink\nset xrange [0.96:3.04]\nset xtics 1,1,3.25\n");
}

TEST(Axis, OnALogScaleHasATickForEachOfAFewValues) {
  Extent extent;
  for (const double x : {1, 2, 4, 8, 32}) extent.include(x);
  const Axis axis{.log = true};
  EXPECT_NE(axis_commands("x", axis, extent, AxisEnds::AtData)
                .find("set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '32' 32)"),
            std::string::npos);
  for (int x = 1; x < 32; ++x) extent.include(x);
  EXPECT_NE(axis_commands("x", axis, extent, AxisEnds::AtData).find("'5' 5, '10' 10"),
            std::string::npos);
}

TEST(Axis, ShowsAScaleForASingleValue) {
  for (const double value : {0.0, 3.0, -0.25, 1e17}) {
    for (const AxisEnds ends : {AxisEnds::AtData, AxisEnds::AtTicks}) {
      Extent extent;
      extent.include(value);
      const std::string commands = axis_commands("y", {}, extent, ends);
      const std::size_t begin = commands.find('[') + 1, middle = commands.find(':');
      const double low = std::stod(commands.substr(begin));
      const double high = std::stod(commands.substr(middle + 1));
      EXPECT_LT(low, high) << commands;
      EXPECT_LE(low, value) << commands;
      EXPECT_GE(high, value) << commands;
    }
  }
}

}  // namespace
}  // namespace isotypic::report::axis_test
