// svg_scheme: how an SVG picture follows the reader's light or dark scheme.
#pragma once

#include <string>

namespace isotypic::report {

/// The beginning of an SVG element of this class: a style and a background. Programs that ignore
/// media queries show the light scheme. Lines and text have the colour currentColor. Categorical
/// colours that appear as attributes in `body` get their counterparts in the dark scheme.
[[nodiscard]] std::string svg_scheme(const std::string& svg_class, const std::string& body);

}  // namespace isotypic::report
