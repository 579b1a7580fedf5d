#include "isotypic/report/plot/plot.hpp"

#include <array>
#include <cstdio>
#include <string_view>

#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/report/plot/gnuplot.hpp"
#include "isotypic/report/plot/svg_scheme.hpp"
#include "isotypic/report/statistics.hpp"

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

/// gnuplot writes "rgb(  0, 114, 178)"; scripts and palettes write "#0072b2".
void write_colours_in_hex(std::string& svg) {
  for (std::size_t at = svg.find("rgb("); at != std::string::npos; at = svg.find("rgb(", at + 1)) {
    unsigned red = 0, green = 0, blue = 0;
    int length = 0;
    const int read =
        std::sscanf(svg.c_str() + at, "rgb(%3u,%3u,%3u)%n", &red, &green, &blue, &length);
    if (read != 3 || length == 0) continue;
    std::array<char, 8> hex{};
    (void)std::snprintf(hex.data(), hex.size(), "#%02x%02x%02x", red & 255U, green & 255U,
                        blue & 255U);
    svg.replace(at, static_cast<std::size_t>(length), hex.data());
  }
}

/// The value of the first attribute of this name.
std::string attribute(const std::string& svg, const std::string& name) {
  const std::string begin = " " + name + "=\"";
  const std::size_t at = svg.find(begin);
  if (at == std::string::npos) {
    fail_as(ErrorKind::Runtime, "render_svg", "gnuplot's SVG has no ", name);
  }
  const std::size_t value = at + begin.size();
  return svg.substr(value, svg.find('"', value) - value);
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

std::string render_svg(const Plot& plot, const std::string& id, PlotWidth wanted) {
  std::string svg = run_gnuplot(plot_script(plot, PlotFormat::Svg, Theme::Light, wanted));
  const std::size_t body = svg.find("<g id=\"gnuplot_canvas\">");
  if (body == std::string::npos) {
    fail_as(ErrorKind::Runtime, "render_svg", "gnuplot's SVG has an unknown form");
  }
  const std::string width = attribute(svg, "width"), height = attribute(svg, "height");
  svg.erase(0, body);
  remove_between(svg, "<title>gnuplot_", "</title>");
  // Ink is the colour of the surrounding text; gnuplot sets its own on every group.
  for (const char* name : {"black", "white", "gray"}) {
    replace_all(svg, std::string(" color=\"") + name + "\"", "");
  }
  write_colours_in_hex(svg);
  replace_all(svg, "#010203", "currentColor");
  // Names are global to a page: give each plot its own.
  replace_all(svg, " id=\"", " id=\"" + id + "-");
  replace_all(svg, " id='", " id='" + id + "-");
  replace_all(svg, "href='#", "href='#" + id + "-");
  replace_all(svg, "url(#", "url(#" + id + "-");
  return "<svg class=\"isotypic-plot\" width=\"" + width + "\" height=\"" + height +
         "\" viewBox=\"0 0 " + width + " " + height +
         "\" xmlns=\"http://www.w3.org/2000/svg\" "
         "xmlns:xlink=\"http://www.w3.org/1999/xlink\" role=\"img\" aria-label=\"" +
         escape_html(plot.title) + "\">\n" + svg_scheme("isotypic-plot", svg) + svg;
}

std::string render_png(const Plot& plot, Theme theme) {
  return run_gnuplot(plot_script(plot, PlotFormat::Png, theme));
}

}  // namespace isotypic::report
