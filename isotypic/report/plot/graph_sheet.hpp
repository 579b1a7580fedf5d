// Pictures of graphs for people: what their colours mean, and many of them on one sheet.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "isotypic/base/enum_names.hpp"
#include "isotypic/base/options.hpp"
#include "isotypic/report/plot/drawing.hpp"
#include "isotypic/report/plot/palette.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::report {

/// What the colour of a node says.
enum class NodeColouring {
  Orbits,     ///< nodes that symmetries move to each other share a colour; fixed nodes are hollow
  Channel,    ///< the entries of one vector of a channel (channels/channel_vector.hpp)
  Destroyed,  ///< how much sum and mean pooling destroy of the node's features
  None,       ///< nothing: all nodes have one colour
};

/// The colours of a picture's ground and lines.
enum class ColourScheme {
  Auto,  ///< as the reader of an SVG prefers; a PNG is light
  Light,
  Dark,
};

struct DrawOptions {
  NodeColouring colour = NodeColouring::Orbits;
  std::int64_t channel = 0;  ///< for NodeColouring::Channel
  bool labels = false;       ///< write the number of every node
  ColourScheme scheme = ColourScheme::Auto;
  std::int64_t columns = 0;  ///< of a sheet; 0: about as many as rows
  std::int64_t width = 0;    ///< of a PNG, in pixels; 0: two for each unit of the SVG
};

[[nodiscard]] const OptionFields<DrawOptions>& draw_fields();

/// A graph drawn as the options say, with some text about it.
struct Drawing {
  std::string svg;
  DrawingSize size;
  std::string title;
  std::string caption;  ///< its size
  std::string meaning;  ///< of the colours
};

/// The picture of one graph. `title` is where it came from. `features` has a row per node and is
/// read for NodeColouring::Destroyed only. `names` are labels that take the place of numbers; none
/// if empty.
///
/// Throws Error if the graph is too large, has no such channel, or has no features.
[[nodiscard]] Drawing draw_with_meaning(const std::string& title, const Graph& graph,
                                        const Symmetry& symmetry, const DrawOptions& options,
                                        const std::optional<Eigen::MatrixXd>& features = {},
                                        std::vector<std::string> names = {});

/// The numbers that the colours show, and what they mean.
struct NodeValues {
  std::vector<double> values;  ///< one per node; empty for NodeColouring::None
  ColourScale scale = ColourScale::Categorical;
  std::string meaning;  ///< such as "colour: orbit"
};

/// For fixed nodes the value of NodeColouring::Orbits is -1. Throws Error as above.
[[nodiscard]] NodeValues node_values(const Graph& graph, const Symmetry& symmetry,
                                     const DrawOptions& options,
                                     const std::optional<Eigen::MatrixXd>& features = {});

/// More graphs would not be read by anybody, and make files that no program opens.
inline constexpr std::int64_t max_sheet_drawings = 500;

/// One SVG document. A single drawing fills it, with the meaning of its scale if it has one;
/// several stand in rows, with their titles, captions and meanings below them. Throws Error if
/// there are none, or too many.
[[nodiscard]] std::string make_sheet(std::span<const Drawing> drawings, const DrawOptions& options);

/// An SVG document as PNG, by rsvg-convert. `width` in pixels, 0: two for each unit.
/// Throws Error (Runtime) if that program is missing or fails, (BadInput) if the picture would have
/// more than 100 million pixels.
[[nodiscard]] std::string svg_to_png(const std::string& svg, std::int64_t width);

}  // namespace isotypic::report

namespace isotypic {

template <>
struct EnumNames<report::NodeColouring> {
  static constexpr const char* what = "colouring";
  static constexpr std::array<std::pair<report::NodeColouring, const char*>, 4> table = {
      {{report::NodeColouring::Orbits, "orbits"},
       {report::NodeColouring::Channel, "channel"},
       {report::NodeColouring::Destroyed, "destroyed"},
       {report::NodeColouring::None, "none"}}};
};

template <>
struct EnumNames<report::ColourScheme> {
  static constexpr const char* what = "colour scheme";
  static constexpr std::array<std::pair<report::ColourScheme, const char*>, 3> table = {
      {{report::ColourScheme::Auto, "auto"},
       {report::ColourScheme::Light, "light"},
       {report::ColourScheme::Dark, "dark"}}};
};

}  // namespace isotypic
