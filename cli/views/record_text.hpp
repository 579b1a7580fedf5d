// Records as text on a terminal.
#pragma once

#include <cstdint>
#include <string>

#include "isotypic/report/record.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::cli {

/// The table for standard output: as wide as the terminal, and in full where there is none.
[[nodiscard]] std::string render_for_output(const report::Table& table);

/// The tables of the record, or its figures beside the paper's if it has none; each followed by an
/// empty line.
[[nodiscard]] std::string render_tables(const report::Record& record);

}  // namespace isotypic::cli
