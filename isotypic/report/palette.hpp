// Colours that readers with any colour vision can tell apart, on light and on dark ground.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace isotypic::report {

/// Okabe and Ito's set, without its black and with a darker yellow.
inline constexpr std::array<const char*, 8> categorical_colours = {
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#b5a300", "#8c7ae6"};

[[nodiscard]] inline std::string categorical_colour(std::int64_t i) {
  return categorical_colours[static_cast<std::size_t>(i) % categorical_colours.size()];
}

/// From dark blue over grey to yellow (after cividis); t in [0, 1].
[[nodiscard]] std::string sequential_colour(double t);
/// From blue over grey to orange; t in [-1, 1], 0 is neutral.
[[nodiscard]] std::string diverging_colour(double t);

}  // namespace isotypic::report
