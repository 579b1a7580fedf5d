// draw_graph: a graph as an SVG picture, its nodes coloured by numbers.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "isotypic/report/plot/palette.hpp"
#include "isotypic/report/record.hpp"

namespace isotypic::report {

struct DrawingStyle {
  std::vector<std::string> labels;  ///< one per node, or none
  std::optional<Theme> theme;       ///< none: light or dark, as the reader prefers
  /// Categorical: nodes of this value belong to no class, and are hollow. The key calls them so.
  std::optional<double> neutral_value;
  std::string neutral_name;
  std::map<double, std::string> class_names;  ///< categorical: for the key; none: the numbers
};

/// An SVG element with a key of its colours, for a file of its own or for a page. Background, lines
/// and text follow the reader's light or dark scheme. Pointing at a node shows its number and
/// value. Throws Error if the graph is too large, if there are values but not exactly one
/// finite value per node, or if there are labels but not one per node.
[[nodiscard]] std::string draw_graph(const GraphPicture& picture, const DrawingStyle& style = {});

/// The size of the element in its own units; a picture without values has no key.
struct DrawingSize {
  double width = 0.0;
  double height = 0.0;
};
[[nodiscard]] DrawingSize drawing_size(const GraphPicture& picture);

/// A number as SVG takes it, with two decimals.
[[nodiscard]] std::string svg_number(double value);

}  // namespace isotypic::report
