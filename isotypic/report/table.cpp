#include "isotypic/report/table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/report/table_json.hpp"

namespace isotypic::report {
namespace {

bool is_number(const Cell& cell) {
  return std::holds_alternative<double>(cell) || std::holds_alternative<std::int64_t>(cell);
}

double number_of(const Cell& cell) {
  const auto* count = std::get_if<std::int64_t>(&cell);
  return count != nullptr ? static_cast<double>(*count) : std::get<double>(cell);
}

/// Decimals that give the largest number of a column four significant digits; -1 if the column is
/// better written number by number (only integers, or far from 1).
int common_decimals(const Table& table, std::size_t column) {
  double largest = 0.0;
  bool fractional = false;
  for (const auto& row : table.rows) {
    if (!is_number(row[column])) continue;
    const double value = number_of(row[column]);
    if (!std::isfinite(value)) continue;
    largest = std::max(largest, std::abs(value));
    fractional |= value != std::trunc(value);
  }
  if (!fractional || largest >= 1e6 || largest < 1e-3) return -1;
  return std::clamp(4 - static_cast<int>(std::floor(std::log10(largest))) - 1, 1, 5);
}

std::string with_decimals(double value, int decimals) {
  if (!std::isfinite(value)) return format_number(value);
  std::array<char, 64> text{};
  (void)std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  // A small number must not look like zero only because a large one shares its column.
  const bool shows_nothing = value != 0.0 && std::abs(value) < 5 * std::pow(10.0, -decimals);
  return shows_nothing ? format_number(value, 2) : text.data();
}

std::string format_cell(const Cell& cell, NumberStyle style, int decimals) {
  if (std::holds_alternative<std::monostate>(cell)) return "–";
  if (const auto* flag = std::get_if<bool>(&cell)) return *flag ? "yes" : "no";
  if (const auto* text = std::get_if<std::string>(&cell)) return printable(*text);
  const double value = number_of(cell);
  if (style == NumberStyle::Signed) return (value > 0 ? "+" : "") + format_number(value);
  if (style == NumberStyle::Own || decimals < 0) return format_number(value);
  return with_decimals(value, decimals);
}

std::string escape_markdown(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\`*_|<>[]~#&").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string quote_csv(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

std::string csv_cell(const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return quote_csv(*text);
  if (const auto* flag = std::get_if<bool>(&cell)) return *flag ? "true" : "false";
  if (const auto* count = std::get_if<std::int64_t>(&cell)) return std::to_string(*count);
  const auto* value = std::get_if<double>(&cell);
  return value == nullptr || std::isnan(*value) ? "" : exact_number(*value);
}

}  // namespace

void Table::add_row(std::vector<Cell> row) {
  if (row.size() != columns.size()) {
    fail("Table::add", "the row has ", row.size(), " cells, the table has ", columns.size(),
         " columns");
  }
  rows.push_back(std::move(row));
}

FormattedTable format_cells(const Table& table) {
  FormattedTable formatted;
  std::vector<int> decimals;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    decimals.push_back(common_decimals(table, c));
    // What is missing is a number that was not measured, also where a whole column is.
    formatted.numeric.push_back(
        !table.rows.empty() && std::ranges::all_of(table.rows, [c](const auto& row) {
          return is_number(row[c]) || std::holds_alternative<std::monostate>(row[c]);
        }));
  }
  for (const auto& row : table.rows) {
    auto& cells = formatted.cells.emplace_back();
    for (std::size_t c = 0; c < row.size(); ++c) {
      cells.push_back(format_cell(row[c], table.columns[c].style, decimals[c]));
    }
  }
  return formatted;
}

std::string render_markdown(const Table& table) {
  const FormattedTable formatted = format_cells(table);
  std::string out, rule = "|";
  if (!table.title.empty()) out += "**" + escape_markdown(printable(table.title)) + "**\n\n";
  out += '|';
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    out += ' ' + escape_markdown(printable(table.columns[c].name)) + " |";
    rule += formatted.numeric[c] ? " ---: |" : " --- |";
  }
  out += '\n' + rule + '\n';
  for (const auto& row : formatted.cells) {
    out += '|';
    for (const std::string& cell : row) out += ' ' + escape_markdown(cell) + " |";
    out += '\n';
  }
  return out;
}

std::string render_csv(const Table& table) {
  std::string out;
  const auto add_line = [&](const auto& items, const auto& to_text) {
    for (std::size_t i = 0; i < items.size(); ++i) out += (i > 0 ? "," : "") + to_text(items[i]);
    out += '\n';
  };
  add_line(table.columns, [](const Column& column) { return quote_csv(column.name); });
  for (const auto& row : table.rows) add_line(row, csv_cell);
  return out;
}

Json table_to_json(const Table& table) {
  Json list = Json::array();
  for (const auto& row : table.rows) {
    Json& object = list.emplace_back(Json::object());
    for (std::size_t c = 0; c < row.size(); ++c) {
      object[table.columns[c].name] = cell_to_json(row[c]);
    }
  }
  return list;
}

}  // namespace isotypic::report
