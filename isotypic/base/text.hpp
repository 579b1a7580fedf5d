// Text for people: what a terminal shows of a string, and how wide it is there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace isotypic {

/// The text with every control character, line break and broken UTF-8 sequence replaced, so that
/// nothing read from a file can steer a terminal or tear a table apart. Line breaks and tabs
/// become spaces, the rest U+FFFD.
[[nodiscard]] std::string printable(std::string_view text);

/// Appends a Unicode code point: below 0x110000, and no surrogate.
void append_utf8(std::string& out, char32_t code);

/// Columns that printable text takes in a terminal: 0 for combining marks, 2 for East Asian wide
/// characters and emoji, 1 otherwise.
[[nodiscard]] std::int64_t display_width(std::string_view text);

/// The longest beginning of printable text that fits `width`, with an ellipsis if something is cut.
[[nodiscard]] std::string cut_to_width(std::string_view text, std::int64_t width);
/// The same for the longest end: of a path it shows the name of the file.
[[nodiscard]] std::string cut_front_to_width(std::string_view text, std::int64_t width);

/// The words of printable text in lines of at most `width` columns, joined by single blanks. Every
/// line but the first begins with `indent`. A word that is longer than a line is cut.
[[nodiscard]] std::string wrap_words(std::string_view text, std::int64_t width,
                                     std::string_view indent = "");

/// The text for HTML and SVG, inside elements or quoted attributes: printable, with & < > " '
/// written as entities.
[[nodiscard]] std::string escape_html(std::string_view text);

/// A number for people: `digits` significant digits, no trailing zeros, "–" for NaN.
[[nodiscard]] std::string format_number(double value, int digits = 4);

/// A number in full: the shortest text that reads back as the same double.
[[nodiscard]] std::string exact_number(double value);
[[nodiscard]] std::string exact_number(float value);

/// A duration for people: "0.42 s", "3 min 5 s", "2 h 10 min".
[[nodiscard]] std::string format_duration(double seconds);

}  // namespace isotypic
