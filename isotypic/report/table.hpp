// Tables, rendered for terminals, Markdown, CSV, JSON and HTML.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "isotypic/base/json.hpp"
#include "isotypic/report/cells.hpp"
#include "isotypic/report/record.hpp"

namespace isotypic::report {

/// The cells as people read them, and which columns hold only numbers (set flush right).
struct FormattedTable {
  std::vector<std::vector<std::string>> cells;  ///< printable text
  std::vector<bool> numeric;                    ///< one per column
};
[[nodiscard]] FormattedTable format_cells(const Table& table);

/// Aligned columns under a rule. A table wider than `width` has its text columns cut, and if that
/// does not help its columns continue in further parts below, each with the first column again.
[[nodiscard]] std::string render_terminal(const Table& table, std::int64_t width = 100);
/// GitHub's Markdown, with the characters that mean something there escaped.
[[nodiscard]] std::string render_markdown(const Table& table);
/// A header line, then the rows; quoted as in RFC 4180, lines end in "\n".
[[nodiscard]] std::string render_csv(const Table& table);
/// A table element; everything escaped. Columns of equal names are numbered.
[[nodiscard]] std::string render_html(const Table& table);
/// A list of objects, one per row.
[[nodiscard]] Json table_to_json(const Table& table);

/// The figures of a record: name, paper, ours, difference. Figures only the paper has are listed
/// too. Without any of the paper's values it has the columns name and value.
[[nodiscard]] Table comparison_table(const Record& record);

/// A line for each configuration: mean figures of its runs, the deviation of the compared one, and
/// paired tests against the other configurations, adjusted by Holm's method (run_groups.hpp).
[[nodiscard]] Table summary_table(std::span<const Record> records);

/// The rows of a record; the columns are the keys in order of first appearance.
[[nodiscard]] Table rows_table(const Record& record);

}  // namespace isotypic::report
