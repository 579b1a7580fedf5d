#include "isotypic/report/plot/drawing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "isotypic/base/error.hpp"
#include "isotypic/report/plot/layout.hpp"
#include "isotypic/report/plot/palette.hpp"
#include "isotypic/report/plot/svg_scheme.hpp"
#include "isotypic/base/text.hpp"

namespace isotypic::report {
namespace {

constexpr double drawing_width = 360.0;  // of the drawing area, in SVG units
constexpr double drawing_height = 240.0;
constexpr double drawing_margin = 18.0;
constexpr double key_height = 26.0;

std::string coordinate(double value) {
  std::array<char, 32> text{};
  (void)std::snprintf(text.data(), text.size(), "%.2f", value);
  return text.data();
}

void check(const GraphPicture& picture) {
  if (!picture.values.empty() && std::ssize(picture.values) != picture.graph.num_nodes()) {
    fail("draw_graph", "there are ", picture.values.size(), " values for ",
         picture.graph.num_nodes(), " nodes");
  }
  if (!std::ranges::all_of(picture.values, [](double value) { return std::isfinite(value); })) {
    fail("draw_graph", "the value of a node is not finite");
  }
}

/// The meaning of the colours of one picture.
class Colouring {
 public:
  explicit Colouring(const GraphPicture& picture)
      : scale_(picture.scale), distinct_(picture.values) {
    std::ranges::sort(distinct_);
    distinct_.erase(std::unique(distinct_.begin(), distinct_.end()), distinct_.end());
  }

  [[nodiscard]] std::string colour(double value) const {
    if (scale_ == ColourScale::Categorical) {
      return categorical_colour(std::ranges::lower_bound(distinct_, value) - distinct_.begin());
    }
    const double extent = high() - low();
    const double share = extent > 0 ? (value - low()) / extent : 0.5;
    return scale_ == ColourScale::Diverging ? diverging_colour(2 * share - 1)
                                            : sequential_colour(share);
  }

  /// Explains the colours, in a strip around y = 0.
  [[nodiscard]] std::string key() const {
    return scale_ == ColourScale::Categorical ? swatches() : gradient();
  }

 private:
  /// The ends of the scale; a diverging one is symmetric about zero.
  [[nodiscard]] double high() const {
    return scale_ == ColourScale::Diverging ? std::max(-distinct_.front(), distinct_.back())
                                            : distinct_.back();
  }
  [[nodiscard]] double low() const {
    return scale_ == ColourScale::Diverging ? -high() : distinct_.front();
  }

  [[nodiscard]] std::string swatches() const {
    std::string out;
    double x = drawing_margin;
    for (const double value : distinct_) {
      const std::string label = format_number(value, 3);
      const double needed = 26 + 7.0 * static_cast<double>(display_width(label));
      if (x + needed > drawing_width - drawing_margin) return out + text_at(x, "…");
      out += "<circle cx=\"" + coordinate(x) + "\" cy=\"0\" r=\"5\" fill=\"" + colour(value) +
             "\"/>" + text_at(x + 9, label);
      x += needed;
    }
    return out;
  }

  [[nodiscard]] std::string gradient() const {
    constexpr int steps = 48;
    constexpr double begin = 70, step_width = 2.5;
    std::string out =
        text_at(begin - 8, format_number(low(), 3), "end") + "<g shape-rendering=\"crispEdges\">";
    for (int i = 0; i < steps; ++i) {
      const double value = std::lerp(low(), high(), (i + 0.5) / steps);
      out += "<rect x=\"" + coordinate(begin + i * step_width) + "\" y=\"-5\" width=\"" +
             coordinate(step_width + 0.2) + "\" height=\"10\" fill=\"" + colour(value) + "\"/>";
    }
    return out + "</g>" + text_at(begin + steps * step_width + 8, format_number(high(), 3));
  }

  static std::string text_at(double x, const std::string& label, const char* anchor = "start") {
    return "<text x=\"" + coordinate(x) + "\" y=\"4\" text-anchor=\"" + anchor + "\">" +
           escape_html(label) + "</text>";
  }

  ColourScale scale_;
  std::vector<double> distinct_;  // sorted
};

/// Positions inside the drawing area, and how far neighbours stand apart there.
struct Placement {
  std::vector<Point> points;
  double unit = 0.0;
};

Placement place_nodes(const Graph& graph) {
  Placement placement{.points = layout_graph(graph)};
  Point most;
  for (const Point& point : placement.points) {
    most = {.x = std::max(most.x, point.x), .y = std::max(most.y, point.y)};
  }
  const double room_x = drawing_width - 2 * drawing_margin,
               room_y = drawing_height - 2 * drawing_margin;
  placement.unit =
      std::min({room_x / std::max(most.x, 1e-9), room_y / std::max(most.y, 1e-9), 90.0});
  for (Point& point : placement.points) {
    point.x = drawing_width / 2 + (point.x - most.x / 2) * placement.unit;
    point.y = drawing_height / 2 + (point.y - most.y / 2) * placement.unit;
  }
  return placement;
}

std::string edges_path(const Graph& graph, const std::vector<Point>& points) {
  std::string path;
  for (const Edge& edge : graph.edges()) {
    path += "M" + coordinate(points[edge.u].x) + "," + coordinate(points[edge.u].y) + "L" +
            coordinate(points[edge.v].x) + "," + coordinate(points[edge.v].y);
  }
  return path;
}

}  // namespace

std::string draw_graph(const GraphPicture& picture) {
  check(picture);
  const Placement placement = place_nodes(picture.graph);
  const Colouring colouring(picture);
  const bool coloured = !picture.values.empty();
  const double radius = std::clamp(placement.unit * 0.17, 2.2, 9.0);
  std::string body =
      "<path fill=\"none\" stroke=\"currentColor\" stroke-opacity=\"0.4\" stroke-width=\"" +
      coordinate(std::clamp(radius / 6, 0.5, 1.4)) + "\" d=\"" +
      edges_path(picture.graph, placement.points) + "\"/>\n";
  for (std::int64_t v = 0; v < picture.graph.num_nodes(); ++v) {
    const Point& point = placement.points[v];
    const double value = coloured ? picture.values[v] : 0.0;
    body += "<circle cx=\"" + coordinate(point.x) + "\" cy=\"" + coordinate(point.y) + "\" r=\"" +
            coordinate(radius) + "\" stroke=\"currentColor\" stroke-width=\"0.6\" fill=\"" +
            (coloured ? colouring.colour(value) : categorical_colour(0)) + "\"><title>node " +
            std::to_string(v) + (coloured ? ": " + escape_html(format_number(value)) : "") +
            "</title></circle>\n";
  }
  if (coloured) {
    body += "<g fill=\"currentColor\" transform=\"translate(0," +
            coordinate(drawing_height + key_height / 2) + ")\">" + colouring.key() + "</g>\n";
  }
  return "<svg class=\"isotypic-graph\" viewBox=\"0 0 " + coordinate(drawing_width) + " " +
         coordinate(drawing_height + (coloured ? key_height : 0)) +
         "\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"" +
         escape_html(picture.title) + "\" font-family=\"sans-serif\" font-size=\"12\">\n" +
         svg_scheme("isotypic-graph", body) + body + "</svg>\n";
}

}  // namespace isotypic::report
