// Document: a text in one of the formats that hold several graphs over many lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "isotypic/base/error.hpp"
#include "isotypic/base/line_reader.hpp"
#include "isotypic/io/internal/dot_parser.hpp"
#include "isotypic/io/internal/gml_parser.hpp"
#include "isotypic/io/internal/graphml_parser.hpp"

namespace isotypic {

struct Document {
  std::variant<GraphMlParser, GmlParser, DotParser> parser;

  void skip_lines(std::int64_t count) {
    std::visit([&](auto& own) { own.skip_lines(count); }, parser);
  }
  void add_line(std::string_view line) {
    std::visit([&](auto& own) { own.add_line(line); }, parser);
  }
  [[nodiscard]] std::optional<DocumentGraph> take() {
    return std::visit([](auto& own) { return own.take(); }, parser);
  }
  void finish() {
    std::visit([](auto& own) { own.finish(); }, parser);
  }
};

/// The graph of a text that holds one. Errors are tagged with `where`; those in a line begin with
/// "line N: ".
template <typename Parser>
[[nodiscard]] SimplifiedGraph parse_document(std::string_view text, Parser parser) {
  std::optional<SimplifiedGraph> found;
  const auto take_all = [&] {
    while (std::optional<DocumentGraph> next = parser.take()) {
      if (found) fail(Parser::where, "the text holds more than one graph");
      found = std::move(next->graph);
    }
  };
  for (std::int64_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() < text.size() ? line.size() + 1 : line.size());
    try {
      parser.add_line(without_carriage_return(line));
      take_all();
    } catch (const Error& error) {
      fail_as(error.kind(), Parser::where, "line ", number, ": ", error.reason());
    }
  }
  parser.finish();
  if (!found) fail(Parser::where, "the text holds no graph");
  return *std::move(found);
}

}  // namespace isotypic
