#include "isotypic/base/option_field.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "isotypic/base/enum_names.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/suggestion.hpp"
#include "isotypic/base/text.hpp"

namespace isotypic {
namespace {

/// All of `text` as a number; nothing if it is none of this type.
template <typename Number>
std::optional<Number> parse_number(const std::string& text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (rest != end || error != std::errc()) return std::nullopt;
  return value;
}

/// "0 to 9", "0 or more", "above 0, at most 9".
std::string real_range(const Accept& accept) {
  const bool has_low = accept.low > -std::numeric_limits<double>::infinity();
  const bool has_high = accept.high < std::numeric_limits<double>::infinity();
  const std::string low = format_number(accept.low);
  const std::string high = format_number(accept.high);
  if (has_low && has_high && !accept.without_low && !accept.without_high)
    return low + " to " + high;
  const std::string above = (accept.without_low ? "above " : "at least ") + low;
  const std::string below = (accept.without_high ? "below " : "at most ") + high;
  if (has_low && has_high) return above + ", " + below;
  return has_low ? above : has_high ? below : "";
}

std::string integer_range(const Accept& accept) {
  const bool has_least = accept.least > std::numeric_limits<std::int64_t>::min();
  const bool has_most = accept.most < std::numeric_limits<std::int64_t>::max();
  if (has_least && has_most) {
    return std::to_string(accept.least) + " to " + std::to_string(accept.most);
  }
  if (has_least) return "at least " + std::to_string(accept.least);
  return has_most ? "at most " + std::to_string(accept.most) : "";
}

std::string range_of(const OptionField& field) {
  switch (field.kind) {
    case OptionKind::Integer:
      return integer_range(field.accept);
    case OptionKind::Seed:
      return "0 to 2^64 - 1";
    case OptionKind::Real:
      return real_range(field.accept);
    default:
      return listed(field.accept.names);
  }
}

/// How a range goes on after "a number": " from 0 to 9", " above 0 and at most 9", ", at least 0".
std::string after_number(std::string range) {
  if (range.empty()) return "";
  if (range.find(" to ") != std::string::npos) return " from " + range;
  const std::size_t comma = range.find(", ");
  if (comma != std::string::npos) range.replace(comma, 2, " and ");
  const bool is_open = range.starts_with("above ") || range.starts_with("below ");
  return (is_open ? " " : ", ") + range;
}

/// What a single value must be, for messages.
std::string expectation(const OptionField& field) {
  const std::string range = range_of(field);
  switch (field.kind) {
    case OptionKind::Integer:
    case OptionKind::Seed:
      return "a whole number" + after_number(range);
    case OptionKind::Real:
      return "a number" + after_number(range);
    case OptionKind::Switch:
      return "true or false";
    default:
      return range.empty() ? "text" : "one of " + range;
  }
}

[[noreturn]] void refuse(const OptionField& field, const Json& value) {
  const std::string typed = value.is_string() ? value.get<std::string>() : "";
  fail("options", "must be ", expectation(field), ", not ", dump_json(value),
       did_you_mean(typed, field.accept.names));
}

bool fits(const Accept& accept, double value) {
  const bool above = accept.without_low ? value > accept.low : value >= accept.low;
  const bool below = accept.without_high ? value < accept.high : value <= accept.high;
  return above && below;  // NaN is neither
}

Json accepted_text(const OptionField& field, const Json& value) {
  if (!value.is_string()) refuse(field, value);
  const auto& text = value.get_ref<const std::string&>();
  if (!field.accept.names.empty()) {
    const auto name = std::ranges::find_if(field.accept.names, [&](const std::string& known) {
      return equal_ignoring_case(known, text);
    });
    if (name == field.accept.names.end()) refuse(field, value);
    return *name;
  }
  if (field.kind == OptionKind::Text && parse_json(dump_json(value), "text") != value) {
    fail("options", "must be UTF-8, or no file could keep it");
  }
  if (field.accept.check) {
    try {
      field.accept.check(text);
    } catch (const Error& error) {
      fail("options", "cannot be ", dump_json(value), ": ", error.reason());
    }
  }
  return value;
}

Json accepted_one(const OptionField& field, const Json& value) {
  switch (field.kind) {
    case OptionKind::Integer: {
      const bool huge =
          value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{INT64_MAX};
      if (!value.is_number_integer() || huge) refuse(field, value);
      const auto number = value.get<std::int64_t>();
      if (number < field.accept.least || number > field.accept.most) refuse(field, value);
      return number;
    }
    case OptionKind::Seed:
      if (!value.is_number_integer() || (!value.is_number_unsigned() && value < 0)) {
        refuse(field, value);
      }
      return value.get<std::uint64_t>();
    case OptionKind::Real:
      if (!value.is_number() || !fits(field.accept, value.get<double>())) refuse(field, value);
      return value.get<double>();
    case OptionKind::Switch:
      if (!value.is_boolean()) refuse(field, value);
      return value;
    default:
      return accepted_text(field, value);
  }
}

Json parse_one(const OptionField& field, const std::string& word) {
  const auto typed = [&](const auto& number) { return number ? Json(*number) : Json(word); };
  switch (field.kind) {
    case OptionKind::Integer:
      return typed(parse_number<std::int64_t>(word));
    case OptionKind::Seed:
      return typed(parse_number<std::uint64_t>(word));
    case OptionKind::Real:
      return typed(parse_number<double>(word));
    case OptionKind::Switch:
      return word == "true" ? Json(true) : word == "false" ? Json(false) : Json(word);
    default:
      return word;
  }
}

std::string typed_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return dump_json(value);
  std::string text;
  for (const Json& each : value) text += (text.empty() ? "" : ",") + typed_text(each);
  return text;
}

std::string type_of(const OptionField& field) {
  switch (field.kind) {
    case OptionKind::Integer:
    case OptionKind::Seed:
      return "INT";
    case OptionKind::Real:
      return "FLOAT";
    case OptionKind::Switch:
      return "";
    case OptionKind::File:
      return "FILE";
    default:
      return field.accept.names.empty() ? "TEXT" : "NAME";
  }
}

}  // namespace

Accept from_to(std::int64_t least, std::int64_t most) { return {.least = least, .most = most}; }

Accept between(double low, double high) { return {.low = low, .high = high}; }

Accept one_of(std::vector<std::string> names) { return {.names = std::move(names)}; }

Accept checked_by(std::function<void(const std::string&)> check) {
  return {.check = std::move(check)};
}

Json accepted(const OptionField& field, const Json& value) {
  if (!field.is_list) return accepted_one(field, value);
  if (!value.is_array()) {
    fail("options", "must be a list, each value ", expectation(field), ", not ", dump_json(value));
  }
  if (field.accept.count > 0 && value.size() != field.accept.count) {
    fail("options", "must have ", field.accept.count, " values, not ", value.size());
  }
  Json list = Json::array();
  for (const Json& each : value) {
    Json one = accepted_one(field, each);
    if (field.accept.count == 0 && std::ranges::find(list, one) != list.end()) {
      fail("options", "has ", dump_json(one), " twice");
    }
    list.push_back(std::move(one));
  }
  return list;
}

Json parse_option(const OptionField& field, const std::vector<std::string>& words) {
  if (!field.is_list) {
    if (words.size() != 1) fail("options", "must be one value, not ", words.size());
    return accepted(field, parse_one(field, words.front()));
  }
  Json list = Json::array();
  for (const std::string& word : words) list.push_back(parse_one(field, word));
  return accepted(field, list);
}

OptionRow describe_option(const OptionField& field, const Json& value) {
  const bool is_switch = !field.switch_name.empty();
  OptionRow row{.option = option_name(is_switch ? field.switch_name : field.name),
                .about = field.about};
  if (is_switch) return row;
  row.type = type_of(field);
  row.accepts = field.kind == OptionKind::Seed ? "" : range_of(field);
  const Json all = field.accept.names;
  row.fallback = field.is_list && all.size() > 3 && value == all ? "all" : typed_text(value);
  return row;
}

std::string option_name(std::string field) {
  std::ranges::replace(field, '_', '-');
  return "--" + field;
}

}  // namespace isotypic
