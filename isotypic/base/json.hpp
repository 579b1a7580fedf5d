// Json: the JSON value of records, rows and journals; objects keep the order they were written in.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace isotypic {

using Json = nlohmann::ordered_json;

/// Parses a whole JSON text. `source` names it in errors. Beyond JSON's own grammar it refuses
/// repeated keys (of which other readers silently keep one) and nesting deeper than 100.
/// Throws Error (BadInput).
[[nodiscard]] Json parse_json(std::string_view text, const std::string& source);

/// One line of JSON. Numbers that are not finite become null. Throws Error on invalid UTF-8.
[[nodiscard]] std::string dump_json(const Json& value, int indent = -1);

}  // namespace isotypic
