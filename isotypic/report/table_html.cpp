// Tables for pages.

#include <map>

#include "isotypic/base/text.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::report {
namespace {

/// The text of a cell; long names of parts may break between these, "GIN/sum/accuracy".
std::string breakable(const std::string& text) {
  std::string out;
  for (const char c : escape_html(text)) out += c == '/' ? "/<wbr>" : std::string(1, c);
  return out;
}

/// The names of the columns; of equal ones the second is "ours (2)".
std::vector<std::string> distinct_names(const Table& table) {
  std::vector<std::string> names;
  std::map<std::string, int> seen;
  for (const auto& column : table.columns) {
    const std::size_t begin = std::min(column.name.find_first_not_of(' '), column.name.size());
    std::string name = column.name.substr(begin, column.name.find_last_not_of(' ') + 1 - begin);
    if (const int times = ++seen[name]; times > 1) name += " (" + std::to_string(times) + ")";
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

std::string render_html(const Table& table) {
  const FormattedTable formatted = format_cells(table);
  const auto class_of = [&](std::size_t c) {
    return formatted.numeric[c] ? " class=\"number\"" : "";
  };
  const std::vector<std::string> names = distinct_names(table);
  std::string out = "<div class=\"table\"><table><thead><tr>";
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    out += std::string("<th scope=\"col\"") + class_of(c) + ">" + breakable(names[c]) + "</th>";
  }
  out += "</tr></thead><tbody>\n";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    out += "<tr>";
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      out += std::string("<td") + class_of(c) + ">" + breakable(formatted.cells[r][c]) + "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

}  // namespace isotypic::report
