// The gnuplot script of a plot.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

#include "isotypic/error.hpp"
#include "isotypic/report/gnuplot.hpp"
#include "isotypic/report/palette.hpp"
#include "isotypic/report/text.hpp"

namespace isotypic::report {
namespace {

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  [[nodiscard]] bool empty() const { return low > high; }
};

/// A gnuplot string. Inside single quotes gnuplot substitutes nothing; its rule for a quote in
/// there ('') fails at the beginning of a string, so apostrophes become typographic ones.
std::string quote(const std::string& text) {
  std::string quoted = "'";
  for (const char c : printable(text)) quoted += c == '\'' ? "’" : std::string(1, c);
  return quoted + "'";
}

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
std::string log_ticks(const char* name, const Range& range) {
  const int first = static_cast<int>(std::floor(std::log10(range.low)));
  const int last = static_cast<int>(std::ceil(std::log10(range.high)));
  const int step = std::max(1, (last - first + 7) / 8);
  const bool fine = std::log10(range.high / range.low) < 2.0;
  std::string list;
  for (int exponent = first; exponent <= last; exponent += step) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (factor > 1 && !fine) break;
      const double value = factor * std::pow(10.0, exponent);
      list += (list.empty() ? "" : ", ") + quote(tick_label(value)) + " " + exact_number(value);
    }
  }
  return std::string("set ") + name + "tics (" + list + ")\n";
}

std::string axis_commands(const char* name, const Axis& axis, const Range& range) {
  std::string out = std::string("set ") + name + "label " + quote(axis.label) + " tc rgb ink\n";
  if (!axis.log || range.empty()) return out;
  const std::string bounds = exact_number(range.low / 1.25) + ":" + exact_number(range.high * 1.25);
  return out + "set logscale " + name + "\nset " + name + "range [" + bounds + "]\n" +
         log_ticks(name, range);
}

std::string preamble(const Plot& plot, PlotFormat format, Theme theme) {
  // The ink of an SVG is a stand-in that render_svg turns into currentColor.
  const bool svg = format == PlotFormat::Svg, dark = theme == Theme::Dark;
  const std::string ink = svg ? "#010203" : dark ? "#e6e8eb" : "#1f2328";
  const std::string terminal =
      svg ? "svg noenhanced size 720,430 font 'sans-serif,14'"
          : std::string("pngcairo noenhanced size 1440,860 fontscale 2 linewidth 2 pointscale 2 ") +
                "font 'sans,10' background rgb '" + (dark ? "#14171c" : "#ffffff") + "'";
  return "set encoding utf8\nset terminal " + terminal + "\nink = '" + ink + "'\nset label 1 " +
         quote(plot.title) + " at screen 0.014, screen 0.955 left tc rgb ink font '," +
         std::string(svg ? "16" : "11") +
         "'\n"
         "set border 3 lc rgb ink\n"
         "set tics nomirror out scale 0.5 tc rgb ink\n"
         "set grid ytics lc rgb '#8a8f98' lw 0.4 dt solid\n"
         "set datafile missing '?'\n"
         "set offsets graph 0.02, graph 0.02, graph 0.03, graph 0\n";
}

/// A short key stands in a line below the title, a long one in a column beside the plot.
std::string key_commands(const Plot& plot) {
  std::int64_t room = 0;
  for (const Series& series : plot.series) room += 6 + display_width(printable(series.name));
  if (plot.series.size() == 1 && plot.series[0].name.empty()) {
    return "set key off\nset tmargin at screen 0.88\n";
  }
  const std::string common = " Left reverse samplen 1.6 tc rgb ink\nset tmargin at screen ";
  if (room > 72 || plot.series.size() > 4) return "set key outside right top" + common + "0.88\n";
  return "set key at screen 0.01, screen 0.915 left top horizontal" + common + "0.82\n";
}

std::string bars_script(const Plot& plot) {
  std::string data = "$data << EOD\n", ticks;
  Range range;
  std::size_t longest = 0;
  for (std::size_t i = 0; i < plot.categories.size(); ++i) {
    for (const Series& series : plot.series) {
      const bool shown = can_show(plot.y, series.y[i]);
      data += (shown ? exact_number(series.y[i]) : "?") + " ";
      if (shown) range.include(series.y[i]);
    }
    data += '\n';
    ticks += (i > 0 ? ", " : "") + quote(plot.categories[i]) + " " + std::to_string(i);
    longest = std::max<std::size_t>(longest, display_width(printable(plot.categories[i])));
  }
  if (range.empty()) fail("plot_script", "\"", plot.title, "\" has nothing to draw");
  std::string out = data +
                    "EOD\nset style data histogram\nset style histogram clustered gap 1\n"
                    "set style fill solid 0.9 noborder\nset boxwidth 0.92\n"
                    "set offsets 0, 0, 0, 0\n";
  const bool crowded = longest * plot.categories.size() > 76;
  out += "set xtics " + std::string(crowded ? "rotate by 38 right " : "") + "scale 0 (" + ticks +
         ")\n" + axis_commands("x", {.label = plot.x.label}, {}) +
         axis_commands("y", plot.y, range);
  if (!plot.y.log && range.low >= 0) out += "set yrange [0:*]\n";
  out += "plot ";
  for (std::size_t s = 0; s < plot.series.size(); ++s) {
    out += (s > 0 ? ", " : "") + std::string("$data using ") + std::to_string(s + 1) + " lc rgb '" +
           categorical_colour(std::ssize(plot.series) == 1 ? 0 : std::int64_t(s)) + "' title " +
           quote(plot.series[s].name);
  }
  return out + "\n";
}

/// The points of a series that can be shown, as a data block; grows the ranges.
std::string points_block(const Plot& plot, const Series& series, Range& x_range, Range& y_range) {
  std::string rows;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (!can_show(plot.x, series.x[i]) || !can_show(plot.y, series.y[i])) continue;
    x_range.include(series.x[i]);
    y_range.include(series.y[i]);
    rows += exact_number(series.x[i]) + " " + exact_number(series.y[i]);
    if (!series.low.empty()) {
      // A band that a log axis cannot show down to its end is cut at the line.
      const double low = can_show(plot.y, series.low[i]) ? series.low[i] : series.y[i];
      const double high = can_show(plot.y, series.high[i]) ? series.high[i] : series.y[i];
      y_range.include(low);
      y_range.include(high);
      rows += " " + exact_number(low) + " " + exact_number(high);
    }
    rows += '\n';
  }
  return rows;
}

std::string points_script(const Plot& plot) {
  Range x_range, y_range;
  std::ostringstream data, commands;
  const char* separator = "plot ";
  for (std::size_t s = 0; s < plot.series.size(); ++s) {
    const Series& series = plot.series[s];
    const std::string rows = points_block(plot, series, x_range, y_range);
    if (rows.empty()) continue;
    const std::string block = "$data" + std::to_string(s);
    const std::string colour = " lc rgb '" + categorical_colour(std::int64_t(s)) + "'";
    data << block << " << EOD\n" << rows << "EOD\n";
    if (!series.low.empty()) {
      commands << separator << block
               << " using 1:3:4 with filledcurves fs transparent solid 0.2 noborder" << colour
               << " notitle";
      separator = ", ";
    }
    const std::string style = plot.kind == PlotKind::Scatter    ? "points pt 7 ps 0.5"
                              : plot.kind == PlotKind::Survival ? "fsteps lw 2"
                                                                : "linespoints lw 2 pt 7 ps 0.45";
    commands << separator << block << " using 1:2 with " << style << colour << " title "
             << quote(series.name);
    separator = ", ";
  }
  if (commands.view().empty()) fail("plot_script", "\"", plot.title, "\" has nothing to draw");
  data << axis_commands("x", plot.x, x_range) << axis_commands("y", plot.y, y_range)
       << commands.view() << '\n';
  return data.str();
}

}  // namespace

std::string plot_script(const Plot& plot, PlotFormat format, Theme theme) {
  check_lengths(plot);
  const std::string script = preamble(plot, format, theme);
  return script + key_commands(plot) +
         (plot.kind == PlotKind::Bars ? bars_script(plot) : points_script(plot));
}

}  // namespace isotypic::report
