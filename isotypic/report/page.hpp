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

/// A self-contained page. Each record shows its tables, its figures beside the paper's (folded if
/// there are tables), plots, drawn graphs, rows, configuration and the exact command. The page
/// loads nothing, follows the reader's light or dark scheme, and sorts a table when a column is
/// clicked. Where a plot cannot be drawn, the page says why.
[[nodiscard]] std::string render_page(const std::vector<Record>& records,
                                      const PageOptions& options = {});

}  // namespace isotypic::report
