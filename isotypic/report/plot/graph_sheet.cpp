#include "isotypic/report/plot/graph_sheet.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/channels/channel_vector.hpp"
#include "isotypic/channels/explain.hpp"
#include "isotypic/report/plot/child_program.hpp"
#include "isotypic/report/plot/layout.hpp"
#include "isotypic/report/plot/svg_scheme.hpp"

namespace isotypic::report {
namespace {

constexpr double fixed_node = -1.0;
constexpr double line_height = 16.0;  // of the lines below a drawing
constexpr std::int64_t line_width = 62;
constexpr double gap = 12.0;
constexpr std::int64_t max_pixels = 100'000'000;

std::vector<double> to_vector(const Eigen::VectorXd& values) {
  return {values.begin(), values.end()};
}

NodeValues orbit_values(const Symmetry& symmetry) {
  std::vector<std::int64_t> size(symmetry.num_orbits, 0);
  for (const std::int32_t orbit : symmetry.orbit_of) ++size[orbit];
  NodeValues result{.meaning = "colour: orbit"};
  for (const std::int32_t orbit : symmetry.orbit_of) {
    result.values.push_back(size[orbit] == 1 ? fixed_node : orbit);
  }
  return result;
}

NodeValues channel_values(const Symmetry& symmetry, std::int64_t channel) {
  const Channels channels = decompose(symmetry);
  const std::int64_t node = most_visible_node(channels, channel);
  const Channel& shown = channels.canonical->channels[channel];
  const double mean = shown.tr_adjacency / static_cast<double>(shown.dim);
  return {.values = to_vector(channel_vector(channels, channel, node)),
          .scale = ColourScale::Diverging,
          .meaning = "channel " + std::to_string(channel) + " (of 0 to " +
                     std::to_string(channels.canonical->channels.size() - 1) + "): dim " +
                     std::to_string(shown.dim) + ", eigenvalue " +
                     format_number(std::round(mean * 1e9) / 1e9 + 0.0) + "; colour: node " +
                     std::to_string(node) + ", projected onto it"};
}

/// One feature keeps its sign; of several the length of what is destroyed is shown.
NodeValues destroyed_values(const Symmetry& symmetry,
                            const std::optional<Eigen::MatrixXd>& features) {
  if (!features) fail("node_values", "the colouring \"destroyed\" needs features of the nodes");
  const Explanation explanation = explain(decompose(symmetry), *features);
  const Eigen::MatrixXd lost = features->rowwise() - features->colwise().mean();
  const double share =
      explanation.total > 0 ? explanation.destroyed_by_pooling() / explanation.total : 0.0;
  const bool single = lost.cols() == 1;
  Eigen::VectorXd values = lost.rowwise().norm();
  if (single) values = lost.col(0);
  return {.values = to_vector(values),
          .scale = single ? ColourScale::Diverging : ColourScale::Sequential,
          .meaning = "pooling destroys " + format_number(100 * share, 3) +
                     " % of the energy; colour: " +
                     (single ? "the difference from the mean" : "the length of what it destroys")};
}

std::string text_line(double x, double y, const std::string& attributes, const std::string& text) {
  return "<text x=\"" + svg_number(x) + "\" y=\"" + svg_number(y) + "\" " + attributes + ">" +
         escape_html(text) + "</text>\n";
}

/// "orbit 0 (2 nodes)", "3 (4)": for the key, which has little room.
std::map<double, std::string> orbit_names(const std::vector<double>& values) {
  std::map<double, std::int64_t> sizes;
  for (const double orbit : values) ++sizes[orbit];
  sizes.erase(fixed_node);
  std::map<double, std::string> names;
  for (const auto& [orbit, size] : sizes) {
    const std::string count = std::to_string(size);
    names[orbit] = names.empty() ? "orbit " + format_number(orbit) + " (" + count + " nodes)"
                                 : format_number(orbit) + " (" + count + ")";
  }
  return names;
}

std::vector<std::string> wrapped_lines(const std::string& text) {
  std::istringstream lines(wrap_words(printable(text), line_width));
  std::vector<std::string> result;
  for (std::string line; std::getline(lines, line);) result.push_back(line);
  return result;
}

/// What stands below a drawing on a sheet, after its title.
std::vector<std::string> sheet_lines(const Drawing& drawing) {
  return wrapped_lines(drawing.caption + (drawing.meaning.empty() ? "" : "; " + drawing.meaning));
}

std::string caption_lines(double x, double y, const std::vector<std::string>& lines) {
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    out += text_line(x + 6, y + static_cast<double>(i) * line_height,
                     "font-size=\"11\" fill=\"currentColor\"", lines[i]);
  }
  return out;
}

std::optional<Theme> theme_of(ColourScheme scheme) {
  if (scheme == ColourScheme::Auto) return std::nullopt;
  return scheme == ColourScheme::Dark ? Theme::Dark : Theme::Light;
}

/// The drawing as a part of a larger one.
std::string placed(const Drawing& drawing, double x, double y) {
  std::string svg = drawing.svg;
  svg.insert(svg.find("<svg") + 4, " x=\"" + svg_number(x) + "\" y=\"" + svg_number(y) +
                                       "\" width=\"" + svg_number(drawing.size.width) +
                                       "\" height=\"" + svg_number(drawing.size.height) + "\"");
  return svg;
}

/// An opening tag with the size in both ways: a viewBox for pages, units for viewers of images.
std::string document(double width, double height, const std::string& label,
                     const std::string& body) {
  return "<svg class=\"isotypic-sheet\" width=\"" + svg_number(width) + "\" height=\"" +
         svg_number(height) + "\" viewBox=\"0 0 " + svg_number(width) + " " + svg_number(height) +
         "\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"" + escape_html(label) +
         "\" font-family=\"sans-serif\">\n" + body + "</svg>\n";
}

/// The value of an attribute of the first element.
double attribute_number(const std::string& svg, const std::string& name) {
  const std::string begin = " " + name + "=\"";
  const std::size_t at = svg.find(begin);
  if (at == std::string::npos) fail("svg_to_png", "the picture has no ", name);
  return std::strtod(svg.c_str() + at + begin.size(), nullptr);
}

}  // namespace

const OptionFields<DrawOptions>& draw_fields() {
  static const auto fields =
      OptionFields<DrawOptions>()
          .add("colour", &DrawOptions::colour,
               "What the colour of a node shows: its orbit, an eigenvector of a channel, or what "
               "pooling destroys of its features")
          .add("channel", &DrawOptions::channel,
               "The channel to show, counted from 0 in the order of inspect --channels",
               from_to(0, max_drawn_nodes - 1))
          .add("labels", &DrawOptions::labels,
               "Write the numbers of the nodes; names in a graph file are not kept, see --names")
          .add("scheme", &DrawOptions::scheme,
               "Ground and lines; auto follows the reader of an SVG, and is light in a PNG")
          .add("columns", &DrawOptions::columns,
               "Graphs side by side on a sheet; 0 means about as many as rows",
               from_to(0, max_sheet_drawings))
          .add("width", &DrawOptions::width,
               "Width of a PNG in pixels; 0 means two for each unit of the SVG",
               from_to(0, 20'000));
  return fields;
}

NodeValues node_values(const Graph& graph, const Symmetry& symmetry, const DrawOptions& options,
                       const std::optional<Eigen::MatrixXd>& features) {
  if (graph.num_nodes() > max_drawn_nodes) {
    fail("node_values", "a graph of ", graph.num_nodes(), " nodes is too large to draw; at most ",
         max_drawn_nodes);
  }
  if (graph.num_nodes() == 0) return {};
  switch (options.colour) {
    case NodeColouring::Orbits:
      return orbit_values(symmetry);
    case NodeColouring::Channel:
      return channel_values(symmetry, options.channel);
    case NodeColouring::Destroyed:
      return destroyed_values(symmetry, features);
    case NodeColouring::None:
      break;
  }
  return {};
}

Drawing draw_with_meaning(const std::string& title, const Graph& graph, const Symmetry& symmetry,
                          const DrawOptions& options,
                          const std::optional<Eigen::MatrixXd>& features,
                          std::vector<std::string> names) {
  NodeValues values = node_values(graph, symmetry, options, features);
  const std::string caption =
      "n = " + std::to_string(graph.num_nodes()) + ", m = " + std::to_string(graph.num_edges()) +
      ", |Aut| = " +
      (symmetry.order.size() > 15 ? "about 10^" + std::to_string(symmetry.order.size() - 1)
                                  : symmetry.order);
  DrawingStyle style{.labels = std::move(names), .theme = theme_of(options.scheme)};
  if (style.labels.empty() && options.labels) {
    for (std::int64_t v = 0; v < graph.num_nodes(); ++v) style.labels.push_back(std::to_string(v));
  }
  if (options.colour == NodeColouring::Orbits) {
    style.neutral_value = fixed_node;
    style.neutral_name = "fixed";
    style.class_names = orbit_names(values.values);
  }
  const GraphPicture picture{.title = title,
                             .caption = caption,
                             .graph = graph,
                             .values = std::move(values.values),
                             .scale = values.scale};
  return {.svg = draw_graph(picture, style),
          .size = drawing_size(picture),
          .title = title,
          .caption = caption,
          .meaning = values.meaning};
}

namespace {

/// Without title and caption: the reader knows the graph. A scale says what it measures.
std::string single_picture(const Drawing& drawing, const DrawOptions& options) {
  const auto [width, height] = drawing.size;
  const bool has_scale =
      options.colour == NodeColouring::Channel || options.colour == NodeColouring::Destroyed;
  if (!has_scale || drawing.meaning.empty()) {
    return document(width, height, drawing.title, placed(drawing, 0, 0));
  }
  const std::vector<std::string> lines = wrapped_lines(drawing.meaning);
  return document(width, height + 8 + line_height * static_cast<double>(lines.size()),
                  drawing.title,
                  svg_scheme("isotypic-sheet", "", theme_of(options.scheme)) +
                      placed(drawing, 0, 0) + caption_lines(0, height + 12, lines));
}

}  // namespace

std::string make_sheet(std::span<const Drawing> drawings, const DrawOptions& options) {
  const std::int64_t count = std::ssize(drawings);
  if (count == 0) fail("make_sheet", "there is no graph to draw");
  if (count > max_sheet_drawings) {
    fail("make_sheet", count, " graphs are too many for one sheet; at most ", max_sheet_drawings);
  }
  if (count == 1) return single_picture(drawings.front(), options);
  const auto square = static_cast<std::int64_t>(std::ceil(std::sqrt(count)));
  const std::int64_t columns = std::min(count, options.columns > 0 ? options.columns : square);
  const std::int64_t rows = (count + columns - 1) / columns;
  DrawingSize cell;
  std::size_t most_lines = 0;
  for (const Drawing& drawing : drawings) {
    most_lines = std::max(most_lines, sheet_lines(drawing).size());
    cell = {.width = std::max(cell.width, drawing.size.width),
            .height = std::max(cell.height, drawing.size.height)};
  }
  const double text_height = 26 + line_height * static_cast<double>(most_lines);
  const double width = static_cast<double>(columns) * (cell.width + gap) + gap;
  const double height = static_cast<double>(rows) * (cell.height + text_height + gap) + gap;
  std::string body;
  for (std::int64_t i = 0; i < count; ++i) {
    const double x = gap + static_cast<double>(i % columns) * (cell.width + gap);
    const double y = gap + static_cast<double>(i / columns) * (cell.height + text_height + gap);
    const double below = y + cell.height;
    body +=
        placed(drawings[i], x, y) +
        text_line(x + 6, below + 16, "font-size=\"13\" font-weight=\"bold\" fill=\"currentColor\"",
                  cut_front_to_width(printable(drawings[i].title), 46)) +
        caption_lines(x, below + 33, sheet_lines(drawings[i]));
  }
  return document(width, height, std::to_string(count) + " graphs",
                  svg_scheme("isotypic-sheet", "", theme_of(options.scheme)) + body);
}

std::string svg_to_png(const std::string& svg, std::int64_t width) {
  const double own_width = attribute_number(svg, "width");
  const double own_height = attribute_number(svg, "height");
  const double pixels = width > 0 ? static_cast<double>(width) : std::round(2 * own_width);
  if (pixels * pixels * own_height / own_width > static_cast<double>(max_pixels)) {
    fail("svg_to_png", "the picture would have more than ", max_pixels,
         " pixels: draw fewer graphs, choose a smaller width, or write SVG");
  }
  return run_program({"rsvg-convert", "--format", "png", "--width",
                      std::to_string(static_cast<std::int64_t>(pixels)), "--keep-aspect-ratio"},
                     svg, "A PNG of a graph", "librsvg2-bin");
}

}  // namespace isotypic::report
