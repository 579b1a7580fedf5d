// Lines of a text in memory, for the formats where one graph spans many lines.
#pragma once

#include <cstdint>
#include <string_view>

#include "isotypic/base/error.hpp"
#include "isotypic/base/line_reader.hpp"
#include "isotypic/graph/graph.hpp"

namespace isotypic {

/// Hands `text` line by line to `parser` and returns its graph. Errors in a line are tagged with
/// `where` and begin with "line N: ".
template <typename Parser>
[[nodiscard]] SimplifiedGraph parse_lines(const char* where, std::string_view text, Parser parser) {
  for (std::int64_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() < text.size() ? line.size() + 1 : line.size());
    try {
      parser.add_line(without_carriage_return(line));
    } catch (const Error& error) {
      fail_as(error.kind(), where, "line ", number, ": ", error.reason());
    }
  }
  return parser.finish();
}

}  // namespace isotypic
