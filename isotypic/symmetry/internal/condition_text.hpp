// ConditionText: the text of a condition, read from left to right. Private to symmetry/.
#pragma once

#include <string>
#include <string_view>

#include "isotypic/symmetry/invariants.hpp"

namespace isotypic {

/// Blanks are skipped after everything that is taken.
class ConditionText {
 public:
  explicit ConditionText(std::string_view text) : text_(text) { skip_blanks(); }

  [[nodiscard]] std::size_t length() const { return text_.size(); }
  [[nodiscard]] std::size_t place() const { return place_; }
  [[nodiscard]] bool at_end() const { return place_ == text_.size(); }
  /// The next character; a zero at the end.
  [[nodiscard]] char next() const { return at_end() ? '\0' : text_[place_]; }
  /// The letters, digits and underscores that come next.
  [[nodiscard]] std::string_view word() const;

  [[nodiscard]] bool take_word(std::string_view wanted);
  [[nodiscard]] bool take_sign(std::string_view wanted);
  /// A number in decimal, with point or exponent.
  [[nodiscard]] std::string take_number();
  /// A text in single or double quotes.
  [[nodiscard]] std::string take_quoted();
  /// The invariant whose name comes next.
  [[nodiscard]] const InvariantField& take_field();

  /// Throws Error: the reason, the text, and a mark below the place.
  [[noreturn]] void stop(const std::string& why, std::size_t place) const;
  /// Throws Error about what comes next, which nothing begins with.
  [[noreturn]] void stop_here(const std::string& expected) const;

 private:
  void skip_blanks();
  std::size_t skip_digits();
  void skip_exponent();
  [[noreturn]] void stop_at_unknown_name(std::string_view name) const;

  std::string_view text_;
  std::size_t place_ = 0;
};

}  // namespace isotypic
