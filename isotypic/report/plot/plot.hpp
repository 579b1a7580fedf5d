// Plot: series of numbers drawn by gnuplot, as SVG or PNG.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "isotypic/report/plot/palette.hpp"
#include "isotypic/report/record.hpp"

namespace isotypic::report {

struct Axis {
  std::string label;
  bool log = false;
};

/// One line, cloud or set of bars. Points that are not finite, and points that a log axis cannot
/// show, are left out.
struct Series {
  std::string name;
  std::vector<double> x;  ///< for bars empty: the i-th y belongs to the i-th category
  std::vector<double> y;
  std::vector<double> low;  ///< a band around a line, or empty
  std::vector<double> high;
  std::vector<std::pair<double, double>> marks;  ///< points to put a ring around
};

struct Plot {
  std::string title;
  PlotKind kind = PlotKind::Lines;
  Axis x;
  Axis y;
  std::vector<Series> series;
  std::vector<std::string> categories;  ///< of bars
};

/// A complementary distribution function as a series, for PlotKind::Survival.
[[nodiscard]] Series survival_series(std::string name, const std::vector<double>& sample);

/// The plot that a record declares. Lines: the median of the rows that share x and group, in a band
/// from the least to the greatest. Bars: their mean. Rows whose y is null or not finite are left
/// out. Throws Error if a column is missing or holds text where a number is needed.
[[nodiscard]] Plot plot_of_rows(const PlotSpec& spec, const std::vector<Json>& rows);

/// The declared plots of a record; if it declares none, its figures as bars beside the paper's,
/// one plot for each last part of their names ("GIN/sum/accuracy" -> "accuracy") that is a result,
/// the finding's first. Where several sets of pairs have the same figures, one plot shows the sets
/// side by side and stands for all.
[[nodiscard]] std::vector<Plot> plots_of_record(const Record& record);

/// How wide a plot is to be read; letters have one size in both.
enum class PlotWidth {
  Wide,    ///< 720 units: a page on a desk
  Narrow,  ///< 400 units: a telephone
};

/// Whether gnuplot can be run; asks once.
[[nodiscard]] bool has_gnuplot();

/// An SVG element that stands alone or in a page: ground, text and series follow the reader's light
/// or dark scheme together. `id` is a prefix that keeps the names inside apart when several stand
/// on one page. Throws Error (Runtime) if gnuplot is missing, (BadInput) if there is nothing to
/// draw.
[[nodiscard]] std::string render_svg(const Plot& plot, const std::string& id = "plot",
                                     PlotWidth width = PlotWidth::Wide);

[[nodiscard]] std::string render_png(const Plot& plot, Theme theme);

}  // namespace isotypic::report
