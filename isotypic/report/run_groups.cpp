#include "isotypic/report/run_groups.hpp"

#include <algorithm>
#include <map>

#include "isotypic/report/table.hpp"

namespace isotypic::report {
namespace {

/// The configuration without what tells the rounds of one configuration apart.
Json config_without_round(const Record& record) {
  Json config = record.config;
  config.erase("seed");
  config.erase("fold");
  return config;
}

/// Equal names mean equal test parts.
std::string round_of(const Record& record) {
  std::string name;
  for (const char* option : {"dataset", "split", "folds", "seed", "fold"}) {
    const auto found = record.config.find(option);
    if (found != record.config.end()) name += std::string(option) + " " + dump_json(*found) + ", ";
  }
  return name;
}

Json rows_with_configuration(const RunGroup& group, std::span<const Record> records) {
  Json rows = Json::array();
  for (const std::size_t place : group.records) {
    for (const Json& row : records[place].rows) {
      rows.push_back(row);
      rows.back()["configuration"] = group.name;
    }
  }
  return rows;
}

/// The best epoch of every run of a group, on the curve of its own.
std::vector<std::pair<double, double>> best_epochs(const RunGroup& group,
                                                   std::span<const Record> records,
                                                   const PlotSpec& spec) {
  std::vector<std::pair<double, double>> marks;
  for (const std::size_t place : group.records) {
    const auto best = records[place].figures.find("best epoch");
    if (!best) continue;
    for (const Json& row : records[place].rows) {
      const Json& y = row.value(spec.y, Json());
      if (row.value("epoch", 0.0) == *best && y.is_number()) marks.emplace_back(*best, y);
    }
  }
  return marks;
}

}  // namespace

bool is_training(const Record& record) {
  return record.config.contains("seed") && record.config.contains("encoder") &&
         record.figures.find("epochs").has_value();
}

std::vector<RunGroup> group_runs(std::span<const Record> records) {
  std::vector<RunGroup> groups;
  std::vector<Json> configs;  // of the groups of trainings
  std::vector<std::size_t> of_training;
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (!is_training(records[i])) {
      groups.push_back({records[i].experiment, {i}});
      continue;
    }
    const Json config = config_without_round(records[i]);
    const auto [found, is_new] = known.emplace(dump_json(config), groups.size());
    if (is_new) {
      groups.push_back({});
      configs.push_back(config);
      of_training.push_back(found->second);
    }
    groups[found->second].records.push_back(i);
  }
  if (configs.empty()) return groups;
  const std::vector<std::string> names = names_of_configurations(configs);
  for (std::size_t i = 0; i < names.size(); ++i) groups[of_training[i]].name = names[i];
  return groups;
}

std::string compared_figure(std::span<const Record> records) {
  std::string first;
  for (const Record& record : records) {
    for (const auto& [name, value] : record.figures.entries()) {
      if (name.starts_with("test/")) return name;
      if (first.empty()) first = name;
    }
  }
  return first;
}

ConfigurationScores scores_of(const RunGroup& group, std::span<const Record> records,
                              const std::string& figure) {
  ConfigurationScores scores{.name = group.name};
  for (const std::size_t place : group.records) {
    const Record& record = records[place];
    if (const auto overlap = record.figures.find(overlap_figure)) scores.overlap = *overlap;
    const auto value = record.figures.find(figure);
    if (!value) continue;
    // The same round twice, on another machine for example, is counted twice but tested once.
    std::string round = is_training(record) ? round_of(record) : record.experiment;
    while (scores.scores.contains(round)) round += " again";
    scores.scores[round] = *value;
  }
  return scores;
}

std::vector<Plot> overlaid_curves(std::span<const Record> records) {
  if (records.empty() || !std::ranges::all_of(records, is_training)) return {};
  const std::vector<RunGroup> groups = group_runs(records);
  std::vector<Plot> plots;
  for (PlotSpec spec : records.front().plots) {
    if (spec.kind != PlotKind::Lines || spec.x != "epoch") continue;
    spec.group = "configuration";
    std::vector<Json> rows;
    for (const RunGroup& group : groups) {
      for (Json& row : rows_with_configuration(group, records)) {
        if (row.contains(spec.x) && row.contains(spec.y)) rows.push_back(std::move(row));
      }
    }
    Plot plot = plot_of_rows(spec, rows);
    for (std::size_t s = 0; s < plot.series.size() && spec.y == "validation"; ++s) {
      const auto group = std::ranges::find(groups, plot.series[s].name, &RunGroup::name);
      if (group != groups.end()) plot.series[s].marks = best_epochs(*group, records, spec);
    }
    plots.push_back(std::move(plot));
  }
  return plots;
}

}  // namespace isotypic::report
