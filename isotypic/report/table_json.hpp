// The JSON form of a table in a record: columns with their styles, and rows of cells. Internal.
#pragma once

#include <string>

#include "isotypic/base/json.hpp"
#include "isotypic/report/cells.hpp"

namespace isotypic::report {

[[nodiscard]] Json cell_to_json(const Cell& cell);
/// Nothing for null and for structured values.
[[nodiscard]] Cell cell_from_json(const Json& value);

[[nodiscard]] Json table_as_json(const Table& table);
/// Throws Error that names `place` and what is wrong.
[[nodiscard]] Table table_from_json(const Json& json, std::string place);

}  // namespace isotypic::report
