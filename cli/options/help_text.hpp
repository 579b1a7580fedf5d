// Help that fits the terminal.
#pragma once

#include <cstdint>
#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace isotypic::cli {

/// The help of the app, and of all commands that are added to it later, is wrapped to the width of
/// the terminal.
void wrap_help(CLI::App& app);

/// Text with lines of at most `width` columns where words allow it. What a line says from `column`
/// on stays there; other lines keep their indentation. Examples are commands to copy and stay as
/// they are.
[[nodiscard]] std::string wrap_help_text(const std::string& text, std::int64_t column,
                                         std::int64_t width);

}  // namespace isotypic::cli
