// Tables for pages: sortable by their exact values.

#include <cmath>

#include "isotypic/base/text.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::report {
namespace {

/// What the page's script sorts by, for numbers.
std::string sort_value(const Cell& cell) {
  if (const auto* count = std::get_if<std::int64_t>(&cell)) {
    return " data-value=\"" + std::to_string(*count) + "\"";
  }
  const auto* value = std::get_if<double>(&cell);
  if (value == nullptr || !std::isfinite(*value)) return "";
  return " data-value=\"" + exact_number(*value) + "\"";
}

/// The text of a cell; long names of parts may break between these, "GIN/sum/accuracy".
std::string breakable(const std::string& text) {
  std::string out;
  for (const char c : escape_html(text)) out += c == '/' ? "/<wbr>" : std::string(1, c);
  return out;
}

}  // namespace

std::string render_html(const Table& table) {
  const FormattedTable formatted = format_cells(table);
  const auto class_of = [&](std::size_t c) {
    return formatted.numeric[c] ? " class=\"number\"" : "";
  };
  std::string out = "<div class=\"table\"><table><thead><tr>";
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    out += std::string("<th scope=\"col\"") + class_of(c) + "><button type=\"button\">" +
           breakable(table.columns[c].name) + "</button></th>";
  }
  out += "</tr></thead><tbody>\n";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    out += "<tr>";
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      out += std::string("<td") + class_of(c) + sort_value(table.rows[r][c]) + ">" +
             breakable(formatted.cells[r][c]) + "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

}  // namespace isotypic::report
