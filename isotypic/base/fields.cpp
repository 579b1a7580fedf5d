#include "isotypic/base/fields.hpp"

#include <algorithm>
#include <charconv>

#include "isotypic/base/error.hpp"

namespace isotypic {

std::string_view Fields::next() {
  rest_.remove_prefix(std::min(rest_.find_first_not_of(separators_), rest_.size()));
  const std::string_view field = rest_.substr(0, rest_.find_first_of(separators_));
  rest_.remove_prefix(field.size());
  return field;
}

std::int64_t parse_integer(const char* where, const char* what, std::string_view field,
                           std::int64_t lowest, std::int64_t highest) {
  if (field.empty()) fail(where, "expected ", what, ", but the line ends");
  std::int64_t value = 0;
  const char* end = field.data() + field.size();
  const auto [stop, status] = std::from_chars(field.data(), end, value);
  if (status == std::errc::invalid_argument || stop != end) {
    fail(where, "expected ", what, ", got ", in_quotes(field));
  }
  if (status != std::errc{} || value < lowest || value > highest) {
    fail(where, what, " must be in ", lowest, "..", highest, ", not ", in_quotes(field));
  }
  return value;
}

std::string in_quotes(std::string_view field) {
  constexpr std::size_t most = 40;
  std::string text = "'" + std::string(field.substr(0, most)) + "'";
  std::replace_if(
      text.begin(), text.end(), [](char byte) { return byte < ' ' || byte > '~'; }, '?');
  if (field.size() > most) text += "...";
  return text;
}

}  // namespace isotypic
