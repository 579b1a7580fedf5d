#include "cli/views/record_text.hpp"

#include <unistd.h>

#include <limits>

#include "cli/terminal/terminal.hpp"

namespace isotypic::cli {

std::string render_for_output(const report::Table& table) {
  constexpr std::int64_t unlimited = std::numeric_limits<std::int32_t>::max();
  return report::render_terminal(table, terminal_width(STDOUT_FILENO, unlimited));
}

std::string render_tables(const report::Record& record) {
  if (record.tables.empty()) return render_for_output(report::comparison_table(record)) + "\n";
  std::string text;
  for (const report::Table& table : record.tables) text += render_for_output(table) + "\n";
  return text;
}

}  // namespace isotypic::cli
