// CsvReader: the rows of a table of text, one after the other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isotypic/base/line_reader.hpp"

namespace isotypic {

/// Reads as RFC 4180 has it: fields between commas; a field in double quotes may hold commas, line
/// breaks and doubled quotes. Lines without any character are left out, and so is the mark of UTF-8
/// at the beginning. The file may be gzipped.
class CsvReader {
 public:
  /// Throws Error (BadInput) where the file cannot be opened.
  explicit CsvReader(const std::string& path);

  /// The fields of the next row, or nothing at the end. Throws Error "file:line: reason" where a
  /// quote is never closed, or a row is too long.
  [[nodiscard]] std::optional<std::vector<std::string>> next();

  /// The number of the line that the last row ended in, from 1.
  [[nodiscard]] std::int64_t line() const { return lines_.number(); }

 private:
  [[nodiscard]] std::optional<std::vector<std::string>> read_row();

  std::string path_;
  LineReader lines_;
};

}  // namespace isotypic
