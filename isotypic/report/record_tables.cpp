// The tables of records: figures beside the paper's, one below the other, and rows.

#include <algorithm>
#include <map>

#include "isotypic/report/configurations.hpp"
#include "isotypic/report/run_groups.hpp"
#include "isotypic/report/statistics.hpp"
#include "isotypic/report/table.hpp"
#include "isotypic/report/table_json.hpp"

namespace isotypic::report {
Table comparison_table(const Record& record) {
  Table table{.title = record.experiment};
  if (record.paper.empty()) {
    table.columns = {{"figure"}, {"value", NumberStyle::Own}};
    for (const auto& [name, value] : record.figures.entries()) {
      table.add(name, cell_of(record.figures.find(name)));
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
    table.add(name, cell_of(paper), cell_of(ours),
              both ? cell_of(*ours - *paper) : Cell(std::monostate()));
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

namespace {

/// The names of all figures that people compare, in the order of first appearance.
std::vector<std::string> figure_names(std::span<const Record> records) {
  std::vector<std::string> names;
  for (const Record& record : records) {
    for (const auto& [name, value] : record.figures.entries()) {
      const bool is_new = std::ranges::find(names, name) == names.end();
      if (is_new && name != overlap_figure) names.push_back(name);
    }
  }
  return names;
}

/// The p-value of group `row` against group `column`, in any order; nothing where none was tested.
Cell p_value(const std::vector<ConfigurationTest>& tests, std::size_t row, std::size_t column) {
  for (const ConfigurationTest& test : tests) {
    const bool is_it = (test.first == row && test.second == column) ||
                       (test.first == column && test.second == row);
    if (is_it) return test.adjusted;
  }
  return {};
}

}  // namespace

Table summary_table(std::span<const Record> records) {
  const std::vector<RunGroup> groups = group_runs(records);
  const std::string compared = compared_figure(records);
  std::vector<ConfigurationScores> scores;
  for (const RunGroup& group : groups) scores.push_back(scores_of(group, records, compared));
  const auto tests = test_configurations(scores, TestedPairs::All);
  Table table{.columns = {{"configuration"}, {"runs"}}};
  std::vector<std::string> figures = figure_names(records);
  std::ranges::stable_partition(figures, [&](const auto& name) { return name == compared; });
  for (const std::string& name : figures) {
    table.columns.push_back({name, NumberStyle::Own});
    if (name == compared) table.columns.push_back({"deviation", NumberStyle::Own});
  }
  for (const RunGroup& group : groups) {
    if (!tests.empty()) table.columns.push_back({"p against " + group.name, NumberStyle::Own});
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::vector<Cell> cells = {groups[g].name, std::ssize(groups[g].records)};
    for (const std::string& name : figures) {
      const std::vector<double> values = values_of(scores_of(groups[g], records, name));
      cells.push_back(cell_of(values.empty() ? std::nullopt : std::optional(mean(values))));
      if (name != compared) continue;
      cells.push_back(
          cell_of(values.size() < 2 ? std::nullopt : std::optional(standard_deviation(values))));
    }
    for (std::size_t other = 0; other < groups.size() && !tests.empty(); ++other) {
      cells.push_back(p_value(tests, g, other));
    }
    table.add_row(std::move(cells));
  }
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
