#include "isotypic/symmetry/internal/condition_text.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/base/suggestion.hpp"
#include "isotypic/base/text.hpp"

namespace isotypic {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

std::string_view without_num(std::string_view name) {
  return name.starts_with("num_") ? name.substr(4) : name;
}

const InvariantField* find_field(std::string_view name) {
  for (const InvariantField& field : invariant_fields()) {
    if (field.name == name) return &field;
  }
  for (const InvariantField& field : invariant_fields()) {
    if (field.name.starts_with("num_") && without_num(field.name) == name) return &field;
  }
  return nullptr;
}

}  // namespace

void ConditionText::stop(const std::string& why, std::size_t place) const {
  // The mark stands below the place, however wide the characters before it are.
  const std::string before = printable(text_.substr(0, place));
  fail("condition", why, "\n  ", printable(text_), "\n  ",
       std::string(static_cast<std::size_t>(display_width(before)), ' '), '^');
}

void ConditionText::stop_here(const std::string& expected) const {
  // What people write who know another language.
  constexpr std::array<std::pair<std::string_view, const char*>, 5> habits = {
      {{"=", "write '==' to compare"},
       {"&", "write 'and'"},
       {"|", "write 'or'"},
       {"!", "write 'not'"},
       {")", "a ')' without a '('"}}};
  for (const auto& [sign, remedy] : habits) {
    if (text_.substr(place_).starts_with(sign)) stop(remedy, place_);
  }
  if (at_end()) stop("the condition ends too early: expected " + expected, place_);
  stop("expected " + expected, place_);
}

void ConditionText::skip_blanks() {
  while (!at_end() && std::string_view(" \t\r\n").find(text_[place_]) != std::string_view::npos) {
    ++place_;
  }
}

std::string_view ConditionText::word() const {
  std::size_t end = place_;
  while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
  return text_.substr(place_, end - place_);
}

bool ConditionText::take_word(std::string_view wanted) {
  if (word() != wanted) return false;
  place_ += wanted.size();
  skip_blanks();
  return true;
}

bool ConditionText::take_sign(std::string_view wanted) {
  if (!text_.substr(place_).starts_with(wanted)) return false;
  place_ += wanted.size();
  skip_blanks();
  return true;
}

std::size_t ConditionText::skip_digits() {
  const std::size_t begin = place_;
  while (is_digit(next())) ++place_;
  return place_ - begin;
}

void ConditionText::skip_exponent() {
  // Larger exponents would fill the memory with zeros.
  constexpr std::int64_t max_exponent = 10'000;
  const std::size_t begin = place_++;
  if (next() == '+' || next() == '-') ++place_;
  const std::size_t digits = place_;
  const std::size_t count = skip_digits();
  if (count == 0) stop("expected an exponent", begin);
  if (count > 5 || std::stoll(std::string(text_.substr(digits, count))) > max_exponent) {
    stop("the exponent is above " + std::to_string(max_exponent), begin);
  }
}

std::string ConditionText::take_number() {
  const std::size_t begin = place_;
  std::size_t count = skip_digits();
  if (next() == '.') {
    ++place_;
    count += skip_digits();
  }
  if (count == 0) stop("expected a number", begin);
  if (next() == 'e' || next() == 'E') skip_exponent();
  if (is_letter(next())) stop("a letter in a number", place_);
  std::string number(text_.substr(begin, place_ - begin));
  skip_blanks();
  return number;
}

std::string ConditionText::take_quoted() {
  const std::size_t begin = place_;
  const auto end = text_.find(text_[begin], begin + 1);
  if (end == std::string_view::npos) stop("the text is not closed", begin);
  std::string value(text_.substr(begin + 1, end - begin - 1));
  place_ = end + 1;
  skip_blanks();
  return value;
}

const InvariantField& ConditionText::take_field() {
  const std::string_view name = word();
  const InvariantField* field = find_field(name);
  if (field == nullptr) stop_at_unknown_name(name);
  place_ += name.size();
  skip_blanks();
  return *field;
}

void ConditionText::stop_at_unknown_name(std::string_view name) const {
  std::string known;
  std::vector<std::string> names;  // "orbits" is another name of num_orbits
  for (const InvariantField& field : invariant_fields()) {
    known += (known.empty() ? "" : ", ") + field.name;
    names.push_back(field.name);
    names.emplace_back(without_num(field.name));
  }
  const auto nearest = nearest_name(name, names);
  stop("there is no invariant '" + std::string(name.substr(0, 40)) + "'" +
           (nearest ? "; did you mean " + find_field(*nearest)->name + "?" : "") +
           "\n  known: " + known,
       place_);
}

}  // namespace isotypic
