// NumberTable: a text file of numbers, one row to a line, as TUDataset and OGB publish their data.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "isotypic/base/error.hpp"

namespace isotypic {

/// Row r is line r + 1 of the file, so whatever is found wrong with a row later can name its line.
struct NumberTable {
  std::string path;
  std::int64_t columns = 0;
  std::vector<double> values;  ///< row by row; NaN marks a missing one

  [[nodiscard]] std::int64_t rows() const {
    return columns == 0 ? 0 : std::ssize(values) / columns;
  }
  [[nodiscard]] double operator()(std::int64_t row, std::int64_t column) const {
    return values[row * columns + column];
  }
  /// The value as an integer in lowest..highest. Otherwise fails with the line, and says that
  /// `what` was expected.
  [[nodiscard]] std::int64_t integer(
      std::int64_t row, std::int64_t column, const char* what,
      std::int64_t lowest = std::numeric_limits<std::int32_t>::min(),
      std::int64_t highest = std::numeric_limits<std::int32_t>::max()) const;
  /// Throws Error that names the line of `row`.
  template <typename... Parts>
  [[noreturn]] void fail_at(std::int64_t row, const Parts&... parts) const {
    fail("read_dataset", path, ':', row + 1, ": ", parts...);
  }
};

struct NumberTableOptions {
  std::int64_t columns = 0;  ///< 0: as many as the first line has
  bool missing = false;      ///< an empty field or "nan" is a missing value, not an error
};

/// Reads a file, gzipped or not. Fields are separated by commas; blanks around them do not count.
/// Empty lines are allowed at the end only.
///
/// Throws Error "file:line: reason" on anything that is not a finite number and on rows of
/// different lengths.
[[nodiscard]] NumberTable read_number_table(const std::string& path,
                                            const NumberTableOptions& options = {});

/// Whether the folder lists this file. A dangling link counts as listed: reading it must fail,
/// since the file was not left out on purpose.
[[nodiscard]] bool is_named(const std::string& path);

/// Fails unless the table has `rows` rows, one for each of `what`.
void check_rows(const NumberTable& table, std::int64_t rows, const char* what);

}  // namespace isotypic
