// Tables in a terminal: widths, cutting, and continuation of columns that do not fit.

#include <algorithm>
#include <numeric>

#include "isotypic/base/text.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::report {
namespace {

constexpr std::int64_t column_gap = 2;         // blanks between columns
constexpr std::int64_t least_text_width = 12;  // text columns are not cut below this

struct Layout {
  std::vector<std::string> names;
  FormattedTable formatted;
  std::vector<std::int64_t> widths;
};

Layout measure(const Table& table) {
  Layout layout{.formatted = format_cells(table)};
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    layout.names.push_back(printable(table.columns[c].name));
    std::int64_t width = display_width(layout.names[c]);
    for (const auto& row : layout.formatted.cells) width = std::max(width, display_width(row[c]));
    layout.widths.push_back(width);
  }
  return layout;
}

std::int64_t total_width(const std::vector<std::int64_t>& widths) {
  return std::accumulate(widths.begin(), widths.end(), column_gap * (std::ssize(widths) - 1));
}

/// Takes from the widest text column, one by one, until the table fits or nothing can give.
void shrink_text_columns(Layout& layout, std::int64_t width) {
  while (total_width(layout.widths) > width) {
    std::int64_t* widest = nullptr;
    for (std::size_t c = 0; c < layout.widths.size(); ++c) {
      if (layout.formatted.numeric[c] || layout.widths[c] <= least_text_width) continue;
      if (widest == nullptr || layout.widths[c] > *widest) widest = &layout.widths[c];
    }
    if (widest == nullptr) return;
    --*widest;
  }
}

/// The columns in parts that fit, each beginning with the first column.
std::vector<std::vector<std::size_t>> split_columns(const Layout& layout, std::int64_t width) {
  std::vector<std::vector<std::size_t>> parts(1);
  std::int64_t used = -column_gap;
  for (std::size_t c = 0; c < layout.widths.size(); ++c) {
    const bool holds_something = parts.back().size() > (parts.size() > 1 ? 1U : 0U);
    if (used + column_gap + layout.widths[c] > width && c > 1 && holds_something) {
      parts.push_back({0});
      used = layout.widths[0];
    }
    parts.back().push_back(c);
    used += column_gap + layout.widths[c];
  }
  return parts;
}

void append_line(std::string& out, const Layout& layout, const std::vector<std::size_t>& part,
                 const std::vector<std::string>& cells) {
  std::string line;
  for (const std::size_t c : part) {
    const std::string cell = cut_to_width(cells[c], layout.widths[c]);
    const std::string blanks(static_cast<std::size_t>(layout.widths[c] - display_width(cell)), ' ');
    if (c != part.front()) line.append(column_gap, ' ');
    line += layout.formatted.numeric[c] ? blanks + cell : cell + blanks;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out += line + '\n';
}

}  // namespace

std::string render_terminal(const Table& table, std::int64_t width) {
  Layout layout = measure(table);
  shrink_text_columns(layout, width);
  std::string out;
  if (!table.title.empty()) out += printable(table.title) + "\n\n";
  if (table.columns.empty()) return out;
  const auto parts = split_columns(layout, width);
  for (const auto& part : parts) {
    if (&part != &parts.front()) out += '\n';
    append_line(out, layout, part, layout.names);
    std::int64_t rule = -column_gap;
    for (const std::size_t c : part) rule += column_gap + layout.widths[c];
    for (std::int64_t i = 0; i < rule; ++i) out += "─";
    out += '\n';
    for (const auto& row : layout.formatted.cells) append_line(out, layout, part, row);
  }
  return out;
}

}  // namespace isotypic::report
