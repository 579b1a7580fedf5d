// EnumNames: one table of names for each enum, shared by C++, command line, JSON and Python.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include "isotypic/base/error.hpp"

namespace isotypic {

/// Specialise it beside the enum:
///
///   template <>
///   struct EnumNames<Grouping> {
///     static constexpr const char* what = "grouping";
///     static constexpr std::array<std::pair<Grouping, const char*>, 2> table = {...};
///   };
template <typename Enum>
struct EnumNames;

template <typename Enum>
concept NamedEnum = requires {
  EnumNames<Enum>::table;
  { EnumNames<Enum>::what } -> std::convertible_to<const char*>;
};

/// "a, b, c", for messages.
[[nodiscard]] std::string listed(const std::vector<std::string>& names);

/// Whether the texts are equal but for the case of ASCII letters.
[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);

/// All names, in the order of the table.
template <NamedEnum Enum>
[[nodiscard]] std::vector<std::string> enum_names() {
  std::vector<std::string> names;
  for (const auto& entry : EnumNames<Enum>::table) names.emplace_back(entry.second);
  return names;
}

/// Throws Error for an enumerator that the table does not list.
template <NamedEnum Enum>
[[nodiscard]] std::string enum_name(Enum value) {
  for (const auto& [candidate, name] : EnumNames<Enum>::table) {
    if (candidate == value) return name;
  }
  fail("enum_name", "this ", EnumNames<Enum>::what, " has no name");
}

/// The names of the values, in their order.
template <NamedEnum Enum>
[[nodiscard]] std::vector<std::string> names_of(const std::vector<Enum>& values) {
  std::vector<std::string> names;
  for (const Enum value : values) names.push_back(enum_name(value));
  return names;
}

/// The enumerator of this name, in upper or lower case. Throws Error that lists all names.
template <NamedEnum Enum>
[[nodiscard]] Enum parse_enum(std::string_view text) {
  for (const auto& [value, name] : EnumNames<Enum>::table) {
    if (equal_ignoring_case(text, name)) return value;
  }
  fail("parse_enum", "there is no ", EnumNames<Enum>::what, " '", text, "'; there are ",
       listed(enum_names<Enum>()));
}

}  // namespace isotypic
