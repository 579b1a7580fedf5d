#include "isotypic/data/internal/number_table.hpp"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <string_view>

#include "isotypic/base/fields.hpp"
#include "isotypic/base/line_reader.hpp"

namespace isotypic {
namespace {

constexpr const char* read_dataset_name = "read_dataset";
constexpr std::int64_t max_line_bytes = std::int64_t{1} << 20;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/// Reads `field` as a number; NaN for a missing value, if missing values are allowed.
double parse_number(std::string_view field, bool missing) {
  const bool is_missing = field.empty() || field == "nan" || field == "NaN";
  if (is_missing && missing) return std::numeric_limits<double>::quiet_NaN();
  double value = 0.0;
  const char* end = field.data() + field.size();
  const auto [stop, status] = std::from_chars(field.data(), end, value);
  if (status != std::errc{} || stop != end || !std::isfinite(value)) {
    fail(read_dataset_name, "expected a number, got ", in_quotes(field));
  }
  if (std::abs(value) > std::numeric_limits<float>::max()) {
    fail(read_dataset_name, in_quotes(field), " is beyond the range of a 32-bit float");
  }
  return value;
}

/// Appends the fields of a line and returns how many there were.
std::int64_t append_row(std::string_view line, bool missing, std::vector<double>& values) {
  std::int64_t count = 1;
  for (;; ++count) {
    const std::size_t comma = line.find(',');
    values.push_back(parse_number(trimmed(line.substr(0, comma)), missing));
    if (comma == std::string_view::npos) return count;
    line.remove_prefix(comma + 1);
  }
}

class TableReader {
 public:
  TableReader(const std::string& path, const NumberTableOptions& options)
      : lines_(Gunzip(ByteSource::open_regular(path)), max_line_bytes,
               [](std::string_view) { return max_line_bytes; }),
        missing_(options.missing) {
    table_.path = path;
    table_.columns = options.columns;
  }

  NumberTable read() {
    try {
      translate_exceptions(read_dataset_name, [&] {
        while (const auto line = lines_.next()) add_line(*line);
        if (table_.columns == 0 && leading_empty_ > 0) add_leading_rows(1);
      });
    } catch (const Error& error) {
      fail_as(error.kind(), read_dataset_name, table_.path, ':', lines_.number(), ": ",
              error.reason());
    }
    return std::move(table_);
  }

 private:
  void add_line(std::string_view line) {
    // With one column that may be missing, an empty line is a row.
    const bool may_be_row = missing_ && table_.columns == 1;
    if (trimmed(line).empty() && missing_ && table_.columns == 0) {
      ++leading_empty_;  // rows, if it turns out that there is one column
      lines_.check_held(++held_);
      return;
    }
    if (trimmed(line).empty() && !may_be_row) {
      ended_ = true;
      return;
    }
    if (ended_) fail(read_dataset_name, "the line before this one is empty");
    held_ += std::ssize(line) + 1;
    lines_.check_held(held_);
    const std::int64_t count = append_row(line, missing_, table_.values);
    if (table_.columns == 0) {
      if (leading_empty_ > 0 && count != 1) {
        fail(read_dataset_name, "the line before this one is empty");
      }
      add_leading_rows(count);
    }
    if (count != table_.columns) {
      fail(read_dataset_name, "expected ", table_.columns,
           table_.columns == 1 ? " number" : " numbers", ", found ", count);
    }
  }

  /// Called when the number of columns is known.
  void add_leading_rows(std::int64_t columns) {
    table_.columns = columns;
    table_.values.insert(table_.values.begin(), leading_empty_,
                         std::numeric_limits<double>::quiet_NaN());
  }

  LineReader lines_;
  bool missing_;
  bool ended_ = false;
  std::size_t leading_empty_ = 0;
  std::int64_t held_ = 0;  // bytes of the lines that became rows
  NumberTable table_;
};

}  // namespace

std::int64_t NumberTable::integer(std::int64_t row, std::int64_t column, const char* what,
                                  std::int64_t lowest, std::int64_t highest) const {
  const double value = (*this)(row, column);
  if (value != std::floor(value)) fail_at(row, value, " is not ", what);
  if (value < static_cast<double>(lowest) || value > static_cast<double>(highest)) {
    constexpr double exact = 9e15;  // as a whole number, and in its own digits
    if (std::abs(value) > exact) fail_at(row, what, " must be in ", lowest, "..", highest);
    fail_at(row, what, " must be in ", lowest, "..", highest, ", not ",
            static_cast<std::int64_t>(value));
  }
  return static_cast<std::int64_t>(value);
}

NumberTable read_number_table(const std::string& path, const NumberTableOptions& options) {
  return TableReader(path, options).read();
}

bool is_named(const std::string& path) {
  std::error_code unknown;
  return std::filesystem::exists(std::filesystem::symlink_status(path, unknown));
}

void check_rows(const NumberTable& table, std::int64_t rows, const char* what) {
  if (table.rows() == rows) return;
  fail(read_dataset_name, table.path, ": has ", table.rows(), " lines for ", rows, ' ', what);
}

}  // namespace isotypic
