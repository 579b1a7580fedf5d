// render_page: records as one HTML page that opens from disk.
#pragma once

#include <string>
#include <vector>

#include "isotypic/report/record.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::report {

struct PageOptions {
  std::string title;             ///< empty: the experiments, or how many they are
  std::int64_t max_rows = 2000;  ///< longer lists of rows are cut, and the page says so
};

/// A self-contained page: for each record its tables, or else its figures beside the paper's (with
/// tables these wait behind a click), plots, drawn graphs,
/// rows, configuration and the exact command. It loads nothing (a policy in its head forbids it),
/// follows the reader's light or dark scheme, and its tables sort by a click on a column.
/// Without gnuplot, or where a plot has nothing to show, the page says so in its place.
[[nodiscard]] std::string render_page(const std::vector<Record>& records,
                                      const PageOptions& options = {});

}  // namespace isotypic::report
