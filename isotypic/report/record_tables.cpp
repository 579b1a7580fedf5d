// The tables of records: figures beside the paper's, one below the other, and rows.

#include <algorithm>
#include <map>

#include "isotypic/report/statistics.hpp"
#include "isotypic/report/table.hpp"
#include "isotypic/report/table_json.hpp"

namespace isotypic::report {
Table comparison_table(const Record& record) {
  Table table{.title = record.experiment};
  if (record.paper.empty()) {
    table.columns = {{"figure"}, {"value", NumberStyle::Own}};
    for (const auto& [name, value] : record.figures.entries()) {
      table.add({name, cell_of(record.figures.find(name))});
    }
    return table;
  }
  table.columns = {{"figure"},
                   {"paper", NumberStyle::Own},
                   {"ours", NumberStyle::Own},
                   {"difference", NumberStyle::Signed}};
  const auto add = [&](const std::string& name) {
    const auto paper = record.paper.find(name);
    const auto ours = record.figures.find(name);
    const bool both = paper.has_value() && ours.has_value();
    table.add({name, cell_of(paper), cell_of(ours),
               both ? cell_of(*ours - *paper) : Cell(std::monostate())});
  };
  for (const auto& [name, value] : record.figures.entries()) add(name);
  for (const auto& [name, value] : record.paper.entries()) {
    const auto& ours = record.figures.entries();
    if (std::ranges::find(ours, name, &std::pair<std::string, double>::first) == ours.end()) {
      add(name);
    }
  }
  return table;
}

Table summary_table(std::span<const Record> records) {
  Table table{.columns = {{"record"}}};
  std::vector<std::string> names;
  for (const Record& record : records) {
    for (const auto& [name, value] : record.figures.entries()) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  for (const std::string& name : names) table.columns.push_back({name, NumberStyle::Own});
  for (const Record& record : records) {
    std::vector<Cell> cells = {record.experiment};
    for (const std::string& name : names) cells.push_back(cell_of(record.figures.find(name)));
    table.add(std::move(cells));
  }
  std::vector<Cell> means = {std::string("mean")};
  std::vector<Cell> deviations = {std::string("deviation")};
  for (const std::string& name : names) {
    std::vector<double> values;
    for (const Record& record : records) {
      if (const auto value = record.figures.find(name)) values.push_back(*value);
    }
    means.push_back(values.empty() ? Cell() : cell_of(mean(values)));
    deviations.push_back(values.size() < 2 ? Cell() : cell_of(standard_deviation(values)));
  }
  table.add(std::move(means));
  table.add(std::move(deviations));
  return table;
}

Table rows_table(const Record& record) {
  Table table{.title = record.experiment};
  std::map<std::string, std::size_t> place;
  for (const Json& row : record.rows) {
    for (const auto& [name, value] : row.items()) {
      if (place.emplace(name, table.columns.size()).second) table.columns.push_back({name});
    }
  }
  for (const Json& row : record.rows) {
    std::vector<Cell> cells(table.columns.size());
    for (const auto& [name, value] : row.items()) cells[place.at(name)] = cell_from_json(value);
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace isotypic::report
