// Table: columns of text and numbers. How it is rendered: table.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace isotypic::report {

/// Nothing, yes or no, a count, a number, or text.
using Cell = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

/// A number that may be missing, as Figures::find answers.
[[nodiscard]] inline Cell cell_of(const std::optional<double>& value) {
  return value.has_value() ? Cell(*value) : Cell(std::monostate());
}

/// How the numbers of a column are written for people (CSV and JSON always get them in full).
enum class NumberStyle {
  Aligned,  ///< as many decimals in every row, so that the points stand below each other
  Own,      ///< each number with four significant digits: for columns of unlike things
  Signed,   ///< like Own, with a plus sign: for differences
};

struct Column {
  std::string name;
  NumberStyle style = NumberStyle::Aligned;

  friend bool operator==(const Column&, const Column&) = default;
};

struct Table {
  std::string title;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;

  /// Adds a row; throws Error unless it has one cell per column.
  void add_row(std::vector<Cell> row);
  /// The same, cell by cell. A braced list would do, but g++ 12 destroys one wrongly when memory
  /// runs out before it is complete.
  template <typename... Cells>
  void add(Cells&&... cells) {
    std::vector<Cell> row;
    row.reserve(sizeof...(cells));
    (row.emplace_back(std::forward<Cells>(cells)), ...);
    add_row(std::move(row));
  }

  friend bool operator==(const Table&, const Table&) = default;
};

}  // namespace isotypic::report
