#include "isotypic/report/plot.hpp"

#include <string_view>

#include "isotypic/error.hpp"
#include "isotypic/report/gnuplot.hpp"
#include "isotypic/report/statistics.hpp"
#include "isotypic/report/text.hpp"

namespace isotypic::report {
namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

void remove_between(std::string& text, std::string_view begin, std::string_view end) {
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    const std::size_t stop = text.find(end, at);
    if (stop == std::string::npos) return;
    text.erase(at, stop + end.size() - at);
  }
}

}  // namespace

Series survival_series(std::string name, const std::vector<double>& sample) {
  Series series{.name = std::move(name)};
  for (const SurvivalPoint& point : survival_function(sample)) {
    series.x.push_back(point.value);
    series.y.push_back(point.fraction);
  }
  return series;
}

std::string render_svg(const Plot& plot, const std::string& id) {
  std::string svg = run_gnuplot(plot_script(plot, PlotFormat::Svg, Theme::Light));
  const std::size_t body = svg.find("<g id=\"gnuplot_canvas\">");
  if (body == std::string::npos) {
    fail_as(ErrorKind::Runtime, "render_svg", "gnuplot's SVG has an unknown form");
  }
  svg.erase(0, body);
  remove_between(svg, "<title>gnuplot_", "</title>");
  // Ink is the colour of the surrounding text; gnuplot sets its own on every group.
  for (const char* name : {"black", "white", "gray"}) {
    replace_all(svg, std::string(" color=\"") + name + "\"", "");
  }
  replace_all(svg, "rgb(  1,   2,   3)", "currentColor");
  replace_all(svg, "rgb(1,2,3)", "currentColor");
  // Names are global to a page: give each plot its own.
  replace_all(svg, " id=\"", " id=\"" + id + "-");
  replace_all(svg, " id='", " id='" + id + "-");
  replace_all(svg, "href='#", "href='#" + id + "-");
  replace_all(svg, "url(#", "url(#" + id + "-");
  return "<svg class=\"isotypic-plot\" width=\"720\" height=\"430\" viewBox=\"0 0 720 430\" "
         "xmlns=\"http://www.w3.org/2000/svg\" "
         "xmlns:xlink=\"http://www.w3.org/1999/xlink\" role=\"img\" aria-label=\"" +
         escape_html(plot.title) +
         "\">\n<style>.isotypic-plot{color:#1f2328}"
         "@media (prefers-color-scheme:dark){.isotypic-plot{color:#e6e8eb}}</style>\n" +
         svg;
}

std::string render_png(const Plot& plot, Theme theme) {
  return run_gnuplot(plot_script(plot, PlotFormat::Png, theme));
}

}  // namespace isotypic::report
