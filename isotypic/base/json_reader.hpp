// JsonReader: objects of a checked format, field by field. Internal.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/base/json.hpp"

namespace isotypic {

/// Reads a JSON object field by field. Errors name the place, and finish() refuses fields that
/// nobody asked for.
class JsonReader {
 public:
  JsonReader(const Json& json, std::string place) : json_(json), place_(std::move(place)) {
    if (!json_.is_object()) reject("", "must be an object");
  }

  [[nodiscard]] const Json* find(const char* key) {
    asked_.emplace_back(key);
    const auto found = json_.find(key);
    return found == json_.end() ? nullptr : &*found;
  }
  [[nodiscard]] const Json& at(const char* key) {
    const Json* found = find(key);
    if (found == nullptr) reject(key, "is missing");
    return *found;
  }
  [[nodiscard]] std::string text(const char* key) { return as_text(key, at(key)); }
  [[nodiscard]] std::string optional_text(const char* key) {
    const Json* found = find(key);
    return found == nullptr ? std::string() : as_text(key, *found);
  }
  [[nodiscard]] bool optional_flag(const char* key) {
    const Json* found = find(key);
    if (found != nullptr && !found->is_boolean()) reject(key, "must be true or false");
    return found != nullptr && found->get<bool>();
  }
  [[nodiscard]] double number(const char* key) {
    const Json& value = at(key);
    if (!value.is_number()) reject(key, "must be a number");
    return value.get<double>();
  }
  [[nodiscard]] std::int64_t count(const char* key) {
    const Json& value = at(key);
    if (!value.is_number_integer() || value.get<double>() < 0 || value.get<double>() > 1e15) {
      reject(key, "must be a count");
    }
    return value.get<std::int64_t>();
  }
  [[nodiscard]] const Json& list(const char* key) {
    const Json* found = find(key);
    static const Json nothing = Json::array();
    if (found == nullptr) return nothing;
    if (!found->is_array()) reject(key, "must be a list");
    return *found;
  }
  template <typename List>
  [[nodiscard]] auto choice(const char* key, const List& names) {
    const std::string value = text(key);
    for (const auto& [meaning, name] : names) {
      if (name == value) return meaning;
    }
    reject(key, "has an unknown value: " + value);
  }
  /// Refuses fields that nobody asked for: most often a misspelt name.
  void finish() const {
    for (const auto& [key, value] : json_.items()) {
      if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) {
        reject(key, "is not a field of this format");
      }
    }
  }
  [[noreturn]] void reject(const std::string& key, const std::string& reason) const {
    fail("read_record", place_, key.empty() ? "" : ": \"" + key + "\"", ' ', reason);
  }
  [[nodiscard]] std::string place(const char* key, std::size_t i) const {
    return place_ + ": " + key + "[" + std::to_string(i) + "]";
  }

 private:
  [[nodiscard]] std::string as_text(const char* key, const Json& value) const {
    if (!value.is_string()) reject(key, "must be a string");
    return value.get<std::string>();
  }

  const Json& json_;
  std::string place_;
  std::vector<std::string> asked_;
};

/// The name of an enumerator in a list of pairs (enumerator, name).
template <typename List, typename Enum>
std::string name_of(const List& names, Enum meaning) {
  for (const auto& [candidate, name] : names) {
    if (candidate == meaning) return std::string(name);
  }
  fail("record_to_json", "an enumerator has no name");
}

}  // namespace isotypic
