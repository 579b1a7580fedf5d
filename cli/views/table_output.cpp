#include "cli/views/table_output.hpp"

#include <string>

#include "cli/streams/output.hpp"
#include "cli/views/record_text.hpp"
#include "cli/views/rows.hpp"
#include "isotypic/base/json.hpp"

namespace isotypic::cli {

void write_table(const report::Table& table, Format format) {
  Output output;
  switch (format) {
    case Format::Text:
      output.write(render_for_output(table));
      break;
    case Format::Json:
      for (const auto& row : report::table_to_json(table)) output.write(json_line(row));
      break;
    case Format::Csv:
      output.write(report::render_csv(table));
      break;
  }
  output.commit();
}

void write_named_values(const report::Table& table, Format format) {
  if (format != Format::Json) return write_table(table, format);
  Json object = Json::object();
  for (const auto& row : report::table_to_json(table)) {
    object[row.at("what").get<std::string>()] = row.at("value");
  }
  Output output;
  output.write(json_line(object));
  output.commit();
}

}  // namespace isotypic::cli
