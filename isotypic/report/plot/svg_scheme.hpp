// svg_scheme: how an SVG picture follows the reader's light or dark scheme.
#pragma once

#include <optional>
#include <string>

#include "isotypic/report/plot/palette.hpp"

namespace isotypic::report {

/// The beginning of an SVG element of this class: a style and a background. Programs that ignore
/// media queries show the light scheme. Lines and text have the colour currentColor, and elements
/// of class "hollow" that of the ground. Categorical
/// colours that appear as attributes in `body` get their counterparts in the dark scheme. A `fixed`
/// scheme holds whatever the reader prefers.
[[nodiscard]] std::string svg_scheme(const std::string& svg_class, const std::string& body,
                                     std::optional<Theme> fixed = {});

}  // namespace isotypic::report
