// The gnuplot script of a plot.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/report/plot/axis.hpp"
#include "isotypic/report/plot/gnuplot.hpp"
#include "isotypic/report/plot/palette.hpp"

namespace isotypic::report {
namespace {

bool can_show(const Axis& axis, double value) {
  return std::isfinite(value) && (!axis.log || value > 0);
}

void check_lengths(const Plot& plot) {
  for (const Series& series : plot.series) {
    const std::size_t expected =
        plot.kind == PlotKind::Bars ? plot.categories.size() : series.x.size();
    if (series.y.size() != expected || series.low.size() != series.high.size() ||
        (!series.low.empty() && series.low.size() != expected)) {
      fail("plot_script", "the lengths of series \"", series.name, "\" differ");
    }
  }
}

/// Sizes in the units of the SVG; a PNG has two pixels for each.
constexpr int wide_picture = 720;
constexpr int narrow_picture = 400;
constexpr int height_without_legend = 410;
constexpr int legend_row = 21;
constexpr int title_row = 20;
constexpr double character = 8.4;        // of the font, on average
constexpr double title_character = 8.6;  // of the larger font of the title

int picture_width(PlotWidth width) {
  return width == PlotWidth::Wide ? wide_picture : narrow_picture;
}

/// The legend stands in rows below the title; each makes the picture taller, so that the plot
/// itself keeps its size.
struct Legend {
  std::int64_t columns = 0;
  std::int64_t rows = 0;
};

Legend legend_of(const Plot& plot, int width) {
  const std::int64_t count = std::ssize(plot.series);
  if (count == 1 && plot.series[0].name.empty()) return {};
  std::int64_t longest = 0;
  for (const Series& series : plot.series) {
    longest = std::max(longest, display_width(printable(series.name)));
  }
  // gnuplot gives all columns one width, with room for the sample and gaps. Measured: one column
  // more than this says and it begins another row.
  const double capacity = 70.0 * width / wide_picture;
  const auto fitting = static_cast<std::int64_t>(capacity / static_cast<double>(longest + 5));
  const std::int64_t columns = std::clamp<std::int64_t>(fitting, 1, count);
  return {.columns = columns, .rows = (count + columns - 1) / columns};
}

/// The title in one line or two.
std::vector<std::string> title_lines(const std::string& title, int width) {
  const auto room = static_cast<std::int64_t>(width / title_character);
  const std::string wrapped = wrap_words(printable(title), room);
  const std::size_t end = wrapped.find('\n');
  if (end == std::string::npos) return {wrapped};
  std::string rest = wrapped.substr(end + 1);
  std::ranges::replace(rest, '\n', ' ');
  return {wrapped.substr(0, end), cut_to_width(rest, room)};
}

std::string preamble(const Plot& plot, PlotFormat format, Theme theme, int width) {
  const Legend legend = legend_of(plot, width);
  const std::vector<std::string> title = title_lines(plot.title, width);
  const int second_line = title.size() > 1 ? title_row : 0;
  const std::int64_t height = height_without_legend + second_line + legend_row * legend.rows;
  const auto from_top = [&](double y) {
    return "screen " + exact_number(1 - y / static_cast<double>(height));
  };
  // The ink of an SVG is a stand-in that render_svg turns into currentColor.
  const bool svg = format == PlotFormat::Svg;
  const auto size = [&](int scale) {
    return std::to_string(width * scale) + "," + std::to_string(height * scale);
  };
  const std::string terminal =
      svg ? "svg noenhanced size " + size(1) + " font 'sans-serif,14'"
          : "pngcairo noenhanced size " + size(2) +
                " fontscale 2 linewidth 2 pointscale 2 font 'sans,10' background rgb '" +
                ground_colour(theme) + "'";
  const std::string key =
      legend.rows == 0
          ? "off"
          : "at screen 0.01, " + from_top(36.0 + second_line) + " left top horizontal maxcols " +
                std::to_string(legend.columns) + " Left reverse samplen 1.6 tc rgb ink";
  std::string labels;
  for (std::size_t i = 0; i < title.size(); ++i) {
    labels += "set label " + std::to_string(i + 1) + " " + quote_for_gnuplot(title[i]) +
              " at screen 0.014, " + from_top(19.0 + title_row * static_cast<double>(i)) +
              " left tc rgb ink font '," + (svg ? "16" : "11") + "'\n";
  }
  return "set encoding utf8\nset terminal " + terminal + "\nink = '" +
         (svg ? "#010203" : ink_colour(theme)) + "'\n" + labels + "set key " + key +
         "\nset tmargin at " +
         from_top(54.0 + second_line + static_cast<double>(legend_row * legend.rows)) +
         "\nset border 3 lc rgb ink\n"
         "set tics nomirror out scale 0.5 tc rgb ink\n"
         "set grid ytics lc rgb '#8a8f98' lw 0.4 dt solid\n"
         "set datafile missing '?'\n";
}

/// Labels below each other's corner when they would touch side by side.
std::string category_ticks(const std::vector<std::string>& categories, int width) {
  std::string list;
  std::int64_t longest = 0;
  for (std::size_t i = 0; i < categories.size(); ++i) {
    list += (i > 0 ? ", " : "") + quote_for_gnuplot(categories[i]) + " " + std::to_string(i);
    longest = std::max(longest, display_width(printable(categories[i])));
  }
  constexpr double axis_room = 120, line = 17;
  const double room = (width - axis_room) / static_cast<double>(categories.size());
  std::string rotation;
  if (static_cast<double>(longest + 1) * character > room) {
    rotation = line < room * std::sin(38 * std::numbers::pi / 180) ? "rotate by 38 right "
                                                                   : "rotate by 90 right ";
    // Lines of letters that stand closer than they are high.
    constexpr double least_size = 7;
    if (room < line) rotation += "font '," + exact_number(std::max(least_size, room - 3)) + "' ";
  }
  return "set xtics " + rotation + "scale 0 (" + list +
         ")\nset xrange [-0.6:" + exact_number(static_cast<double>(categories.size()) - 0.4) +
         "]\n";
}

/// The bars of one series as a data block: their middle, value, and four edges.
std::string bars_block(const Plot& plot, std::size_t series, const Extent& extent) {
  const double width_of_bar = 1.0 / static_cast<double>(plot.series.size() + 1);
  const double shift =
      static_cast<double>(series) - (static_cast<double>(plot.series.size()) - 1) / 2;
  // A bar of value 0 is a thin line: where nothing is drawn, nothing is known.
  const double span = extent.high > extent.low ? extent.high - extent.low : 1.0;
  const double thinnest = plot.y.log ? 0.0 : 0.01 * span;
  const double foot = plot.y.log ? extent.low / 2 : 0.0;
  std::string rows;
  for (std::size_t i = 0; i < plot.categories.size(); ++i) {
    const double y = plot.series[series].y[i];
    if (!can_show(plot.y, y)) continue;
    const double middle = static_cast<double>(i) + shift * width_of_bar;
    const double end = std::abs(y) < thinnest ? std::copysign(thinnest, y) : y;
    for (const double value :
         {middle, y, middle - 0.46 * width_of_bar, middle + 0.46 * width_of_bar, foot, end}) {
      rows += exact_number(value) + " ";
    }
    rows.back() = '\n';
  }
  return rows;
}

std::string data_block(const std::string& name, const std::string& rows) {
  return name + " << EOD\n" + rows + "EOD\n";
}

std::string bars_script(const Plot& plot, Theme theme, int width) {
  Extent extent;
  for (const Series& series : plot.series) {
    for (const double y : series.y) {
      if (can_show(plot.y, y)) extent.include(y);
    }
  }
  if (extent.empty()) fail("plot_script", "\"", plot.title, "\" has nothing to draw");
  if (!plot.y.log) extent.include(0);
  std::string data, commands;
  for (std::size_t s = 0; s < plot.series.size(); ++s) {
    const std::string rows = bars_block(plot, s, extent);
    if (rows.empty()) continue;
    const std::string block = "$data" + std::to_string(s);
    data += data_block(block, rows);
    commands += (commands.empty() ? "plot " : ", ") + block +
                " using 1:2:3:4:5:6 with boxxyerror fs solid 0.9 noborder lc rgb '" +
                categorical_colour(std::int64_t(s), theme) + "' title " +
                quote_for_gnuplot(plot.series[s].name);
  }
  return data + category_ticks(plot.categories, width) +
         axis_commands("x", {.label = plot.x.label}, {}, AxisEnds::AtData) +
         axis_commands("y", plot.y, extent, AxisEnds::AtTicks) + commands + "\n";
}

/// The points of a plot that can be shown.
struct Extents {
  Extent x;
  Extent y;
};

Extents extents_of_points(const Plot& plot) {
  Extents extents;
  for (const Series& series : plot.series) {
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!can_show(plot.x, series.x[i]) || !can_show(plot.y, series.y[i])) continue;
      extents.x.include(series.x[i]);
      extents.y.include(series.y[i]);
    }
  }
  return extents;
}

/// A series as a data block; its band grows the range.
std::string points_block(const Plot& plot, const Series& series, Extent& y_extent) {
  std::string rows;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (!can_show(plot.x, series.x[i]) || !can_show(plot.y, series.y[i])) continue;
    rows += exact_number(series.x[i]) + " " + exact_number(series.y[i]);
    if (!series.low.empty()) {
      // A band that a log axis cannot show down to its end is cut at the line.
      for (const double end : {series.low[i], series.high[i]}) {
        const double shown = can_show(plot.y, end) ? end : series.y[i];
        y_extent.include(shown);
        rows += " " + exact_number(shown);
      }
    }
    rows += '\n';
  }
  return rows;
}

/// Marks on a line show where it was measured, until there are so many that they hide it.
std::string point_style(PlotKind kind, std::size_t points) {
  if (kind == PlotKind::Scatter) return "points pt 7 ps 0.5";
  if (kind == PlotKind::Survival) return "fsteps lw 2";
  return points > 50 ? "lines lw 1.5" : "linespoints lw 2 pt 7 ps 0.45";
}

std::string band_clause(const std::string& block, const std::string& colour) {
  return block + " using 1:3:4 with filledcurves fs transparent solid 0.2 noborder" + colour +
         " notitle, ";
}

std::string line_clause(const std::string& block, const std::string& style,
                        const std::string& title) {
  return block + " using 1:2 with " + style + " title " + quote_for_gnuplot(title);
}

/// The rings of a series as a data block; they grow the range too.
std::string marks_block(const Plot& plot, const Series& series, Extents& extents) {
  std::string rows;
  for (const auto& [x, y] : series.marks) {
    if (!can_show(plot.x, x) || !can_show(plot.y, y)) continue;
    extents.x.include(x);
    extents.y.include(y);
    rows += exact_number(x) + " " + exact_number(y) + "\n";
  }
  return rows;
}

std::string points_script(const Plot& plot, Theme theme) {
  Extents extents = extents_of_points(plot);
  if (extents.x.empty()) fail("plot_script", "\"", plot.title, "\" has nothing to draw");
  std::string data, bands, lines, rings;  // no band covers a line, no line a ring
  for (std::size_t s = 0; s < plot.series.size(); ++s) {
    const Series& series = plot.series[s];
    const std::string rows = points_block(plot, series, extents.y);
    if (rows.empty()) continue;
    const std::string block = "$data" + std::to_string(s);
    const std::string colour = " lc rgb '" + categorical_colour(std::int64_t(s), theme) + "'";
    data += data_block(block, rows);
    if (!series.low.empty()) bands += band_clause(block, colour);
    if (!lines.empty()) lines += ", ";
    lines += line_clause(block, point_style(plot.kind, series.x.size()) + colour, series.name);
    const std::string marks = marks_block(plot, series, extents);
    if (marks.empty()) continue;
    data += data_block("$marks" + std::to_string(s), marks);
    rings += ", $marks" + std::to_string(s) + " using 1:2 with points pt 6 ps 1.1 lw 2" + colour +
             " notitle";
  }
  return data + axis_commands("x", plot.x, extents.x, AxisEnds::AtData) +
         axis_commands("y", plot.y, extents.y, AxisEnds::AtTicks) + "plot " + bands + lines +
         rings + "\n";
}

}  // namespace

std::string plot_script(const Plot& plot, PlotFormat format, Theme theme, PlotWidth width) {
  check_lengths(plot);
  const int units = picture_width(width);
  return preamble(plot, format, theme, units) + (plot.kind == PlotKind::Bars
                                                     ? bars_script(plot, theme, units)
                                                     : points_script(plot, theme));
}

}  // namespace isotypic::report
