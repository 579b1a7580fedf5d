// The statistics of a data set as a table of two columns, "what" and "value".
#pragma once

#include <cstdint>

#include "isotypic/data/dataset.hpp"
#include "isotypic/data/symmetry_summary.hpp"
#include "isotypic/report/cells.hpp"

namespace isotypic::cli {

[[nodiscard]] report::Table dataset_table(const SplitDataset& data);

/// How symmetric the graphs are, and the share of the energy of the node features that the first
/// blocks keep.
void add_symmetry_rows(report::Table& table, const SymmetrySummary& summary, std::int64_t blocks);

}  // namespace isotypic::cli
