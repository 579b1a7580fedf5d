// svg_scheme: how an SVG picture follows the reader's light or dark scheme.
#pragma once

#include <string>

namespace isotypic::report {

/// What an SVG element of this class begins with: a style and a ground. Light is the default, so
/// that programs that know no media queries show one scheme, not half of each. Ink is currentColor;
/// categorical colours that appear as attributes in `body` have their twin in the dark.
[[nodiscard]] std::string svg_scheme(const std::string& svg_class, const std::string& body);

}  // namespace isotypic::report
