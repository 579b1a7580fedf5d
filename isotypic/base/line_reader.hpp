// LineReader: the lines of a text of any length, in memory that only the longest line needs.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "isotypic/base/gunzip.hpp"

namespace isotypic {

/// The line without the carriage return that Windows leaves before the line feed.
[[nodiscard]] inline std::string_view without_carriage_return(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// How many bytes a line that begins like `beginning` may have.
using LineLimit = std::int64_t (*)(std::string_view beginning);

class LineReader {
 public:
  /// No line may be longer than `max_line_bytes`. A line longer than the first buffer (64 KiB) is
  /// read on only if `limit` allows it: a wrong file is refused before it fills the memory.
  LineReader(Gunzip text, std::int64_t max_line_bytes, LineLimit limit);

  /// The next line without its "\n" or "\r\n", or nothing at the end; the last line needs no end
  /// of line. The view lives until the next call. Throws Error on a line that is too long.
  [[nodiscard]] std::optional<std::string_view> next();

  /// Whether the next line is here already, so that next() will not wait for it.
  [[nodiscard]] bool has_line() const;

  /// The number of the line that next() gave last or was reading when it failed, from 1.
  [[nodiscard]] std::int64_t number() const { return number_; }

  /// For a caller that keeps `held` bytes of the lines, as numbers: see Gunzip.
  void check_held(std::int64_t held) const;

 private:
  bool fill();
  void grow();
  std::string_view take(std::size_t length, std::size_t skip);

  Gunzip text_;
  std::int64_t max_line_bytes_;
  LineLimit limit_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::int64_t number_ = 0;
};

}  // namespace isotypic
