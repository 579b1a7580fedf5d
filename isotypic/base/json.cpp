#include "isotypic/base/json.hpp"

#include <set>
#include <vector>

#include "isotypic/base/error.hpp"

namespace isotypic {
namespace {

/// The library's message without its own name and number.
std::string reason_of(const nlohmann::json::exception& error) {
  const std::string text = error.what();
  const std::size_t bracket = text.find("] ");
  return bracket == std::string::npos ? text : text.substr(bracket + 2);
}

}  // namespace

Json parse_json(std::string_view text, const std::string& source) {
  constexpr int max_depth = 100;
  std::vector<std::set<std::string>> keys;  // of the objects that are open
  const auto check = [&](int depth, Json::parse_event_t event, Json& value) {
    if (depth > max_depth) fail("parse_json", source, ": nested deeper than ", max_depth);
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key &&
        !keys.back().insert(value.get_ref<const std::string&>()).second) {
      fail("parse_json", source, ": the key ", dump_json(value), " appears twice in one object");
    }
    return true;
  };
  try {
    return Json::parse(text, check);
  } catch (const nlohmann::json::exception& error) {
    fail("parse_json", source, " is not valid JSON: ", reason_of(error));
  }
}

std::string dump_json(const Json& value, int indent) {
  // File names need not be UTF-8; a result must not be lost for that.
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace isotypic
