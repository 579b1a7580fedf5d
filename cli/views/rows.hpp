// Lines of JSON and CSV.
#pragma once

#include <concepts>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "isotypic/base/text.hpp"

namespace isotypic::cli {

/// One line. File names need not be UTF-8, JSON must: bad bytes become U+FFFD.
[[nodiscard]] std::string json_line(const nlohmann::ordered_json& json);

/// RFC 4180: quoted when it holds a separator, quotes doubled.
[[nodiscard]] std::string csv_field(std::string_view text);

inline std::string csv_cell(std::string_view text) { return csv_field(text); }
inline std::string csv_cell(bool value) { return value ? "true" : "false"; }
inline std::string csv_cell(double value) { return exact_number(value); }
inline std::string csv_cell(std::integral auto value) { return std::to_string(value); }
inline std::string csv_cell(const std::string& text) { return csv_field(text); }
inline std::string csv_cell(const char* text) { return csv_field(text); }
template <typename Value>
std::string csv_cell(const std::optional<Value>& value) {
  return value ? csv_cell(*value) : "";
}

/// The cells, separated by commas; numbers read back as they were, what is unset stays empty.
template <typename First, typename... Rest>
[[nodiscard]] std::string csv_cells(const First& first, const Rest&... rest) {
  std::string cells = csv_cell(first);
  ((cells += ',' + csv_cell(rest)), ...);
  return cells;
}

}  // namespace isotypic::cli
