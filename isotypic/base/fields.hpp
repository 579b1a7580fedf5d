// Fields: the words of a line of text, and integers in them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace isotypic {

/// Splits a line at runs of separators.
class Fields {
 public:
  explicit Fields(std::string_view line, std::string_view separators = " \t")
      : rest_(line), separators_(separators) {}

  /// The next field, or an empty view at the end of the line.
  [[nodiscard]] std::string_view next();

 private:
  std::string_view rest_;
  std::string_view separators_;
};

/// Reads the whole `field` as a decimal integer in lowest..highest. Otherwise fails, and says
/// that `what` was expected.
[[nodiscard]] std::int64_t parse_integer(const char* where, const char* what,
                                         std::string_view field, std::int64_t lowest,
                                         std::int64_t highest);

/// `field` fit for an error message: at most 40 bytes, unprintable ones replaced by '?'.
[[nodiscard]] std::string in_quotes(std::string_view field);

}  // namespace isotypic
