// Tables as the output of a command.
#pragma once

#include "cli/options/options.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::cli {

void write_table(const report::Table& table, Format format);

/// A table with the columns "what" and "value": one object in JSON.
void write_named_values(const report::Table& table, Format format);

}  // namespace isotypic::cli
