// Colours that readers with any colour vision can tell apart, on light and on dark ground.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace isotypic::report {

enum class Theme { Light, Dark };

/// Okabe and Ito's set, without its black and with a darker yellow.
inline constexpr std::array<const char*, 8> categorical_colours = {
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#b5a300", "#8c7ae6"};
/// Like hues for dark ground: more than 4.5:1 against it, and at least 0.11 apart in OKLab for
/// normal, protanopic, deuteranopic and tritanopic sight (simulated after Machado et al.).
inline constexpr std::array<const char*, 8> categorical_colours_on_dark = {
    "#4c84ff", "#ffa20d", "#20d89d", "#cdaafe", "#e8604a", "#a2fff6", "#f3f166", "#a486ba"};

[[nodiscard]] inline std::string categorical_colour(std::int64_t i, Theme theme = Theme::Light) {
  const auto& colours = theme == Theme::Dark ? categorical_colours_on_dark : categorical_colours;
  return colours[static_cast<std::size_t>(i) % colours.size()];
}

/// More colours for many classes: the first eight, then the same lighter, then darker; then again.
[[nodiscard]] std::string class_colour(std::int64_t i);

/// What a picture or page is drawn on, and its text and lines.
[[nodiscard]] constexpr const char* ground_colour(Theme theme) {
  return theme == Theme::Dark ? "#14171c" : "#ffffff";
}
[[nodiscard]] constexpr const char* ink_colour(Theme theme) {
  return theme == Theme::Dark ? "#e6e8eb" : "#1f2328";
}

/// From dark blue over grey to yellow (after cividis); t in [0, 1].
[[nodiscard]] std::string sequential_colour(double t);
/// From blue over grey to orange; t in [-1, 1], 0 is neutral.
[[nodiscard]] std::string diverging_colour(double t);

}  // namespace isotypic::report
