#include "isotypic/report/table_json.hpp"

#include <array>
#include <cmath>
#include <string_view>

#include "isotypic/base/json_reader.hpp"

namespace isotypic::report {
namespace {

constexpr std::array<std::pair<NumberStyle, std::string_view>, 3> number_styles = {
    {{NumberStyle::Aligned, "aligned"},
     {NumberStyle::Own, "own"},
     {NumberStyle::Signed, "signed"}}};

}  // namespace

Json cell_to_json(const Cell& cell) {
  return std::visit(
      [](const auto& value) -> Json {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>) {
          return nullptr;
        } else {
          return value;
        }
      },
      cell);
}

Cell cell_from_json(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX) {
    return value.get<double>();
  }
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return value.get<std::string>();
  return std::monostate();
}

Json table_as_json(const Table& table) {
  Json columns = Json::array();
  for (const Column& column : table.columns) {
    columns.push_back({{"name", column.name}, {"style", name_of(number_styles, column.style)}});
  }
  Json rows = Json::array();
  for (const std::vector<Cell>& row : table.rows) {
    Json cells = Json::array();
    for (const Cell& cell : row) cells.push_back(cell_to_json(cell));
    rows.push_back(std::move(cells));
  }
  return {{"title", table.title}, {"columns", std::move(columns)}, {"rows", std::move(rows)}};
}

Table table_from_json(const Json& json, std::string place) {
  JsonReader reader(json, std::move(place));
  Table table{.title = reader.text("title")};
  const Json& columns = reader.list("columns");
  for (std::size_t i = 0; i < columns.size(); ++i) {
    JsonReader column(columns[i], reader.place("columns", i));
    table.columns.push_back({column.text("name"), column.choice("style", number_styles)});
    column.finish();
  }
  const Json& rows = reader.list("rows");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].is_array() || rows[i].size() != table.columns.size()) {
      reader.reject(reader.place("rows", i), "must have one cell per column");
    }
    std::vector<Cell> cells;
    for (const Json& cell : rows[i]) {
      if (cell.is_structured()) reader.reject(reader.place("rows", i), "must be flat");
      cells.push_back(cell_from_json(cell));
    }
    table.add_row(std::move(cells));
  }
  reader.finish();
  return table;
}

}  // namespace isotypic::report
