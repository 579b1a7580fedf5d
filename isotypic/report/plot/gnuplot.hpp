// gnuplot as a subprocess.
#pragma once

#include <string>

#include "isotypic/report/plot/plot.hpp"

namespace isotypic::report {

enum class PlotFormat { Svg, Png };

/// The script that draws the plot to standard output. Text from outside appears only in single
/// quotes, where gnuplot substitutes nothing, with markup switched off; data are numbers only.
/// Throws Error (BadInput) if no point can be drawn or the lengths of a series differ.
[[nodiscard]] std::string plot_script(const Plot& plot, PlotFormat format, Theme theme,
                                      PlotWidth width = PlotWidth::Wide);

/// A string of gnuplot's, in the single quotes inside which it substitutes nothing.
[[nodiscard]] std::string quote_for_gnuplot(const std::string& text);

/// Feeds a script to gnuplot and returns what it draws. No shell is involved.
/// Throws Error: Runtime if gnuplot is missing or cannot be run, BadInput if it complains.
[[nodiscard]] std::string run_gnuplot(const std::string& script);

}  // namespace isotypic::report
