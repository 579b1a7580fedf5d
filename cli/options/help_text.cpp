#include "cli/options/help_text.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <sstream>
#include <utility>

#include "cli/terminal/terminal.hpp"
#include "isotypic/base/text.hpp"

namespace isotypic::cli {
namespace {

/// Where the second and further lines of this one begin.
std::size_t indentation(const std::string& line, std::size_t column) {
  const bool described = line.starts_with("  ") && line.size() > column &&
                         line[column - 1] == ' ' && line[column] != ' ';
  return described ? column : std::min(line.find_first_not_of(' '), line.size());
}

std::string wrap_line(const std::string& line, std::size_t column, std::int64_t width) {
  const std::size_t indent = indentation(line, column);
  std::istringstream wrapped(
      wrap_words(line.substr(indent), width - static_cast<std::int64_t>(indent)));
  std::string text;
  for (std::string part; std::getline(wrapped, part);) {
    text += (text.empty() ? line.substr(0, indent) : '\n' + std::string(indent, ' ')) + part;
  }
  return text;
}

/// Lines that end within a sentence, joined with their successors: the width decides anew.
std::string joined_sentences(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  bool examples = false, open = false;
  for (std::string line; std::getline(lines, line);) {
    examples = examples || line == "Examples:";
    const bool plain = !examples && !line.empty() && line.front() != ' ';
    if (!result.empty()) result += open && plain ? ' ' : '\n';
    result += line;
    open = plain && line.back() != '.' && line.back() != ':';
  }
  return result + '\n';
}

class WrappedHelp : public CLI::Formatter {
 public:
  std::string make_footer(const CLI::App* app) const override {
    return joined_sentences(CLI::Formatter::make_footer(app));
  }

  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    constexpr std::int64_t narrowest = 40, widest = 100;  // that people like to read
    const std::int64_t width =
        std::clamp<std::int64_t>(terminal_width(STDOUT_FILENO, 80), narrowest, widest);
    return wrap_help_text(CLI::Formatter::make_help(app, std::move(name), mode),
                          static_cast<std::int64_t>(get_column_width()), width);
  }
};

}  // namespace

void wrap_help(CLI::App& app) { app.formatter(std::make_shared<WrappedHelp>()); }

std::string wrap_help_text(const std::string& text, std::int64_t column, std::int64_t width) {
  std::istringstream lines(text);
  std::string result;
  bool examples = false;
  for (std::string line; std::getline(lines, line);) {
    examples = examples || line == "Examples:";
    const bool fits = examples || display_width(line) <= width;
    result += (fits ? line : wrap_line(line, static_cast<std::size_t>(column), width)) + '\n';
  }
  return result;
}

}  // namespace isotypic::cli
