// render_page: records as one HTML page that opens from disk.
#pragma once

#include <string>
#include <vector>

#include "isotypic/report/record.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::report {

struct PageOptions {
  std::string title;             ///< empty: made from the names of the experiments
  std::int64_t max_rows = 2000;  ///< longer lists of rows are cut, and the page says so
};

/// A self-contained page. Each record shows its finding in one sentence and a large number, then
/// pictures, tables (long ones folded), figures beside the paper's, rows, configuration and the
/// exact command. The page loads nothing, runs no script, and follows the reader's light or dark
/// scheme. Where a plot cannot be drawn, the page says why.
[[nodiscard]] std::string render_page(const std::vector<Record>& records,
                                      const PageOptions& options = {});

}  // namespace isotypic::report
