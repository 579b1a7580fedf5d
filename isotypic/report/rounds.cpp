#include "isotypic/report/rounds.hpp"

#include <algorithm>
#include <map>

#include "isotypic/report/run_groups.hpp"

namespace isotypic::report {
namespace {

constexpr std::size_t score_column = 2;  // of configuration_table(): "test accuracy"
const std::string test_prefix = "test ";

/// The whole number of that name; none if it is missing or something else.
std::optional<std::int64_t> number_in(const Json& object, const char* field) {
  const auto found = object.find(field);
  if (found == object.end() || !found->is_number_integer()) return std::nullopt;
  return found->get<std::int64_t>();
}

/// The learning curves, by configuration and round.
std::map<std::string, std::vector<Json>> curves_of(const Record& record) {
  std::map<std::string, std::vector<Json>> curves;
  for (const Json& row : record.rows) {
    const auto name = row.find("configuration");
    const auto seed = number_in(row, "seed");
    if (name == row.end() || !name->is_string() || !seed) continue;
    const std::string round = round_name(*seed, number_in(row, "fold"));
    Json point = row;
    for (const char* of_round : {"configuration", "seed", "fold"}) point.erase(of_round);
    curves[name->get<std::string>() + ", " + round].push_back(std::move(point));
  }
  return curves;
}

/// What all trainings of a record have in common.
Record common_part(const Record& record) {
  Record run = record;
  run.rows.clear();
  run.figures = {};
  run.tables.clear();
  for (PlotSpec& plot : run.plots) plot.group.clear();
  return run;
}

void unfold(const Record& record, std::vector<Record>& runs) {
  const std::map<std::string, std::vector<Json>> curves = curves_of(record);
  const Record common = common_part(record);
  const std::vector<std::string> names = configurations_of_rounds(record);
  const std::string metric =
      record.tables.front().columns[score_column].name.substr(test_prefix.size());
  const std::int64_t folds = record.config.at("folds");
  const std::int64_t first = record.config.at("first_seed"), seeds = record.config.at("seeds");
  const auto add = [&](std::size_t c, std::int64_t seed, std::optional<std::int64_t> fold) {
    const std::string round = round_name(seed, fold);
    Record run = common;
    run.experiment += ", " + names[c] + ", " + round;
    run.config = record.config.at("configurations").at(c);
    run.config.update({{"seed", seed}, {"folds", folds}, {"fold", fold.value_or(0)}});
    if (const auto curve = curves.find(names[c] + ", " + round); curve != curves.end()) {
      run.rows = curve->second;
    }
    const auto take = [&](const std::string& quantity, const std::string& as) {
      const auto value = record.figures.find(round_figure(names[c], quantity, round));
      if (value) run.figures.set(as, *value);
    };
    take(test_prefix + metric, "test/" + metric);
    take("validation " + metric, "validation/" + metric);
    take("best epoch", "best epoch");
    run.figures.set("epochs", static_cast<double>(run.rows.size()));
    if (const auto overlap = record.figures.find(overlap_figure)) {
      run.figures.set(overlap_figure, *overlap);
    }
    runs.push_back(std::move(run));
  };
  for (std::size_t c = 0; c < names.size(); ++c) {
    for (std::int64_t seed = first; seed < first + seeds; ++seed) {
      if (folds == 0) add(c, seed, std::nullopt);
      for (std::int64_t fold = 0; fold < folds; ++fold) add(c, seed, fold);
    }
  }
}

}  // namespace

std::string round_name(std::int64_t seed, std::optional<std::int64_t> fold) {
  return "seed " + std::to_string(seed) + (fold ? ", fold " + std::to_string(*fold) : "");
}

std::string round_figure(const std::string& configuration, const std::string& quantity,
                         const std::string& round) {
  return configuration + "/" + quantity + ", " + round;
}

bool is_of_rounds(const Record& record) {
  const auto configurations = record.config.find("configurations");
  if (configurations == record.config.end() || !configurations->is_array()) return false;
  const auto folds = number_in(record.config, "folds"), seeds = number_in(record.config, "seeds");
  if (!folds || !seeds || !number_in(record.config, "first_seed")) return false;
  if (record.tables.size() < 2 || record.tables[0].columns.size() <= score_column) return false;
  const Table& table = record.tables[0];
  // The second table has a row for every round, so a claimed number of rounds is a real one.
  const std::int64_t rounds = std::ssize(record.tables[1].rows);
  if (*seeds < 1 || *seeds > rounds || *folds < 0 || *folds > rounds) return false;
  return *seeds * std::max<std::int64_t>(*folds, 1) == rounds &&
         table.columns[score_column].name.starts_with(test_prefix) &&
         table.rows.size() == configurations->size() + 1 &&  // the first is the baseline
         std::ranges::all_of(*configurations, [](const Json& c) { return c.is_object(); }) &&
         std::ranges::all_of(table.rows, [](const std::vector<Cell>& row) {
           return std::holds_alternative<std::string>(row.front());
         });
}

std::vector<std::string> configurations_of_rounds(const Record& record) {
  std::vector<std::string> names;
  const auto& rows = record.tables.front().rows;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    names.push_back(std::get<std::string>(rows[i].front()));
  }
  return names;
}

std::vector<Record> unfold_rounds(std::span<const Record> records) {
  std::vector<Record> runs;
  for (const Record& record : records) {
    if (is_of_rounds(record)) {
      unfold(record, runs);
    } else {
      runs.push_back(record);
    }
  }
  return runs;
}

}  // namespace isotypic::report
