// option_type: which C++ types can be options, and how each is written as JSON.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "isotypic/base/enum_names.hpp"
#include "isotypic/base/json.hpp"
#include "isotypic/base/option_field.hpp"

namespace isotypic {

/// How a C++ type is an option: its kind, and its JSON value in both directions.
template <typename Value>
struct OptionType;

template <typename Value, OptionKind the_kind>
struct PlainOptionType {
  static constexpr OptionKind kind = the_kind;
  static constexpr bool is_list = false;
  static Json to_json(const Value& value) { return value; }
  static Value from_json(const Json& json) { return json.get<Value>(); }
};
template <>
struct OptionType<std::int64_t> : PlainOptionType<std::int64_t, OptionKind::Integer> {};
template <>
struct OptionType<std::uint64_t> : PlainOptionType<std::uint64_t, OptionKind::Seed> {};
template <>
struct OptionType<double> : PlainOptionType<double, OptionKind::Real> {};
template <>
struct OptionType<bool> : PlainOptionType<bool, OptionKind::Switch> {};
template <>
struct OptionType<std::string> : PlainOptionType<std::string, OptionKind::Text> {};

template <>
struct OptionType<std::filesystem::path> {
  static constexpr OptionKind kind = OptionKind::File;
  static constexpr bool is_list = false;
  static Json to_json(const std::filesystem::path& value) { return value.string(); }
  static std::filesystem::path from_json(const Json& json) { return json.get<std::string>(); }
};

template <NamedEnum Enum>
struct OptionType<Enum> {
  static constexpr OptionKind kind = OptionKind::Name;
  static constexpr bool is_list = false;
  static Json to_json(Enum value) { return enum_name(value); }
  static Enum from_json(const Json& json) { return parse_enum<Enum>(json.get<std::string>()); }
};

template <typename Value>
struct OptionType<std::vector<Value>> {
  static constexpr OptionKind kind = OptionType<Value>::kind;
  static constexpr bool is_list = true;
  static Json to_json(const std::vector<Value>& values) {
    Json list = Json::array();
    for (const Value& value : values) list.push_back(OptionType<Value>::to_json(value));
    return list;
  }
  static std::vector<Value> from_json(const Json& json) {
    std::vector<Value> values;
    for (const Json& value : json) values.push_back(OptionType<Value>::from_json(value));
    return values;
  }
};

/// The names of an enum, alone or in a list; none for other types.
template <typename Value>
struct OptionNames {
  static std::vector<std::string> all() { return {}; }
};
template <NamedEnum Enum>
struct OptionNames<Enum> {
  static std::vector<std::string> all() { return enum_names<Enum>(); }
};
template <typename Value>
struct OptionNames<std::vector<Value>> : OptionNames<Value> {};

}  // namespace isotypic
