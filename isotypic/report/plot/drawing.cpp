#include "isotypic/report/plot/drawing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/report/plot/layout.hpp"
#include "isotypic/report/plot/palette.hpp"
#include "isotypic/report/plot/svg_scheme.hpp"

namespace isotypic::report {
namespace {

constexpr double drawing_width = 360.0;  // of the drawing area, in SVG units
constexpr double drawing_height = 240.0;
constexpr double drawing_margin = 18.0;
constexpr double key_height = 26.0;

void check(const GraphPicture& picture, const DrawingStyle& style) {
  if (!picture.values.empty() && std::ssize(picture.values) != picture.graph.num_nodes()) {
    fail("draw_graph", "there are ", picture.values.size(), " values for ",
         picture.graph.num_nodes(), " nodes");
  }
  if (!std::ranges::all_of(picture.values, [](double value) { return std::isfinite(value); })) {
    fail("draw_graph", "the value of a node is not finite");
  }
  if (!style.labels.empty() && std::ssize(style.labels) != picture.graph.num_nodes()) {
    fail("draw_graph", "there are ", style.labels.size(), " labels for ", picture.graph.num_nodes(),
         " nodes");
  }
}

/// The meaning of the colours of one picture.
class Colouring {
 public:
  Colouring(const GraphPicture& picture, const DrawingStyle& style)
      : scale_(picture.scale), distinct_(picture.values), style_(style) {
    std::ranges::sort(distinct_);
    distinct_.erase(std::unique(distinct_.begin(), distinct_.end()), distinct_.end());
    if (scale_ == ColourScale::Categorical && style.neutral_value &&
        std::erase(distinct_, *style.neutral_value) > 0) {
      neutral_ = style.neutral_value;
    }
  }

  [[nodiscard]] bool is_hollow(double value) const { return neutral_ == value; }

  [[nodiscard]] std::string colour(double value) const {
    if (is_hollow(value)) return ground_colour(style_.theme.value_or(Theme::Light));
    if (distinct_.empty()) return categorical_colour(0);
    if (scale_ == ColourScale::Categorical) {
      return class_colour(std::ranges::lower_bound(distinct_, value) - distinct_.begin());
    }
    const double extent = high() - low();
    const double share = extent > 0 ? (value - low()) / extent : 0.5;
    return scale_ == ColourScale::Diverging ? diverging_colour(2 * share - 1)
                                            : sequential_colour(share);
  }

  /// The beginning of a node's element.
  [[nodiscard]] std::string circle(const Point& at, double radius, double value) const {
    return std::string("<circle ") + (is_hollow(value) ? "class=\"hollow\" " : "") + "cx=\"" +
           svg_number(at.x) + "\" cy=\"" + svg_number(at.y) + "\" r=\"" + svg_number(radius) +
           "\" stroke=\"currentColor\" stroke-width=\"" + svg_number(std::min(0.6, 0.2 * radius)) +
           "\" fill=\"" + colour(value) + "\"";
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
    std::vector<std::pair<double, std::string>> entries;
    if (neutral_) entries.emplace_back(*neutral_, style_.neutral_name);
    for (const double value : distinct_) {
      const auto named = style_.class_names.find(value);
      entries.emplace_back(
          value, named == style_.class_names.end() ? format_number(value, 3) : named->second);
    }
    std::string out;
    double x = drawing_margin;
    for (const auto& [value, label] : entries) {
      const double needed = 14 + 7.0 * static_cast<double>(display_width(label));
      if (x + needed > drawing_width - drawing_margin) return out + text_at(x, "…");
      out += circle({.x = x, .y = 0}, 5, value) + "/>" + text_at(x + 9, label);
      x += needed + 12;
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
      out += "<rect x=\"" + svg_number(begin + i * step_width) + "\" y=\"-5\" width=\"" +
             svg_number(step_width + 0.2) + "\" height=\"10\" fill=\"" + colour(value) + "\"/>";
    }
    return out + "</g>" + text_at(begin + steps * step_width + 8, format_number(high(), 3));
  }

  static std::string text_at(double x, const std::string& label, const char* anchor = "start") {
    return "<text x=\"" + svg_number(x) + "\" y=\"4\" text-anchor=\"" + anchor + "\">" +
           escape_html(label) + "</text>";
  }

  ColourScale scale_;
  std::vector<double> distinct_;  // sorted, without the neutral one
  const DrawingStyle& style_;
  std::optional<double> neutral_;
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
    path += "M" + svg_number(points[edge.u].x) + "," + svg_number(points[edge.u].y) + "L" +
            svg_number(points[edge.v].x) + "," + svg_number(points[edge.v].y);
  }
  return path;
}

/// How far most nodes are from the node that is next to them; infinite for a single node.
double usual_gap(const std::vector<Point>& points) {
  std::vector<double> nearest(points.size(), std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double apart = std::hypot(points[i].x - points[j].x, points[i].y - points[j].y);
      nearest[i] = std::min(nearest[i], apart);
      nearest[j] = std::min(nearest[j], apart);
    }
  }
  if (nearest.empty()) return std::numeric_limits<double>::infinity();
  const auto low = nearest.begin() + std::ssize(nearest) / 4;  // three of four are farther apart
  std::ranges::nth_element(nearest, low);
  return *low;
}

/// Labelled nodes are larger; all as far as their neighbours leave room.
double node_radius(const Placement& placement, bool labelled) {
  const double plain = std::clamp(placement.unit * 0.17, 2.2, 9.0);
  const double wanted = labelled ? std::max(plain, std::min(9.0, placement.unit * 0.3)) : plain;
  return std::max(0.9, std::min(wanted, 0.45 * usual_gap(placement.points)));
}

/// On the node where it fits, else beside it; white with a dark rim is readable on all colours.
std::string label_text(const Point& point, double radius, const std::string& text) {
  constexpr double least_size = 5.5, most_size = 10.0, beside_size = 7.5;
  constexpr std::int64_t longest = 32;
  const std::string label = cut_to_width(printable(text), longest);
  const double width = std::max(1.6, 0.62 * static_cast<double>(display_width(label)));
  const double fitting = 2 * radius / width;
  const bool inside = fitting >= least_size;
  const double size = inside ? std::min(most_size, fitting) : beside_size;
  return "<text x=\"" + svg_number(inside ? point.x : point.x + radius + 1) + "\" y=\"" +
         svg_number(inside ? point.y + 0.36 * size : point.y - radius) + "\" font-size=\"" +
         svg_number(size) + "\" text-anchor=\"" + (inside ? "middle" : "start") +
         "\" fill=\"#ffffff\" stroke=\"#1f2328\" stroke-width=\"" + svg_number(0.18 * size) +
         "\" stroke-linejoin=\"round\" paint-order=\"stroke\" pointer-events=\"none\">" +
         escape_html(label) + "</text>\n";
}

}  // namespace

std::string svg_number(double value) {
  std::array<char, 32> text{};
  (void)std::snprintf(text.data(), text.size(), "%.2f", value);
  return text.data();
}

DrawingSize drawing_size(const GraphPicture& picture) {
  return {.width = drawing_width,
          .height = drawing_height + (picture.values.empty() ? 0 : key_height)};
}

std::string draw_graph(const GraphPicture& picture, const DrawingStyle& style) {
  check(picture, style);
  const Placement placement = place_nodes(picture.graph);
  const Colouring colouring(picture, style);
  const bool coloured = !picture.values.empty();
  const bool labelled = !style.labels.empty();
  const double radius = node_radius(placement, labelled);
  std::string body =
      "<path fill=\"none\" stroke=\"currentColor\" stroke-opacity=\"0.4\" stroke-width=\"" +
      svg_number(std::clamp(radius / 6, 0.25, 1.4)) + "\" d=\"" +
      edges_path(picture.graph, placement.points) + "\"/>\n";
  for (std::int64_t v = 0; v < picture.graph.num_nodes(); ++v) {
    const Point& point = placement.points[v];
    const double value = coloured ? picture.values[v] : 0.0;
    body += colouring.circle(point, radius, value) + "><title>node " + std::to_string(v) +
            (coloured ? ": " + escape_html(format_number(value)) : "") + "</title></circle>\n";
  }
  for (std::size_t v = 0; v < style.labels.size(); ++v) {
    body += label_text(placement.points[v], radius, style.labels[v]);
  }
  if (coloured) {
    body += "<g fill=\"currentColor\" transform=\"translate(0," +
            svg_number(drawing_height + key_height / 2) + ")\">" + colouring.key() + "</g>\n";
  }
  const auto [width, height] = drawing_size(picture);
  return "<svg class=\"isotypic-graph\" viewBox=\"0 0 " + svg_number(width) + " " +
         svg_number(height) + "\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"" +
         escape_html(picture.title) + "\" font-family=\"sans-serif\" font-size=\"12\">\n" +
         svg_scheme("isotypic-graph", body, style.theme) + body + "</svg>\n";
}

}  // namespace isotypic::report
