#include "experiments/cross_validation/cross_validation_record.hpp"

#include <map>
#include <optional>

#include "isotypic/report/rounds.hpp"
#include "isotypic/report/run_groups.hpp"
#include "isotypic/report/statistics.hpp"

namespace isotypic::experiments {
namespace {

using report::ConfigurationScores;

/// The scores of the finished jobs; a score that does not exist is left out.
struct Scores {
  ConfigurationScores baseline;
  std::vector<ConfigurationScores> configurations;
};

Scores collect(const std::vector<CrossValidationJob>& jobs, const std::vector<run::Entry>& entries,
               const CrossValidationFacts& facts) {
  Scores scores;
  scores.baseline.name = facts.baseline;
  for (const std::string& name : facts.names) {
    scores.configurations.push_back({.name = name, .overlap = facts.overlap});
  }
  for (const run::Entry& entry : entries) {
    const CrossValidationJob& job = jobs[entry.job];
    const auto add = [&](ConfigurationScores& to, const Json& value) {
      if (value.is_number()) to.scores[job.round.name()] = value.get<double>();
    };
    add(scores.configurations[job.configuration], entry.row.at("test"));
    add(scores.baseline, entry.row.at("baseline"));
  }
  return scores;
}

/// A row per round, a column per configuration.
report::Table rounds_table(const std::vector<CrossValidationJob>& jobs, const Scores& scores) {
  report::Table table{.title = "Every round", .columns = {{"round"}, {scores.baseline.name}}};
  for (const ConfigurationScores& configuration : scores.configurations) {
    table.columns.push_back({configuration.name});
  }
  for (const CrossValidationJob& job : jobs) {
    if (job.configuration != 0) continue;
    const std::string round = job.round.name();
    std::vector<report::Cell> cells = {round};
    const auto add = [&](const ConfigurationScores& from) {
      const auto found = from.scores.find(round);
      cells.push_back(found == from.scores.end() ? report::Cell() : report::Cell(found->second));
    };
    add(scores.baseline);
    for (const ConfigurationScores& configuration : scores.configurations) add(configuration);
    table.add_row(std::move(cells));
  }
  return table;
}

void add_figures(report::Record& record, const Scores& scores, const std::string& score) {
  const auto add = [&](const ConfigurationScores& configuration) {
    const std::vector<double> values = report::values_of(configuration);
    if (values.empty()) return;
    const std::string name = configuration.name + "/" + score;
    record.figures.set(name, report::mean(values));
    if (values.size() > 1) {
      record.figures.set(name + ", deviation", report::standard_deviation(values));
    }
    for (const auto& [round, value] : configuration.scores) {
      record.figures.set(report::round_figure(configuration.name, score, round), value);
    }
  };
  for (const ConfigurationScores& configuration : scores.configurations) add(configuration);
  add(scores.baseline);
  for (const report::ConfigurationTest& test :
       report::test_configurations(scores.configurations, report::TestedPairs::AgainstFirst)) {
    const std::string name = scores.configurations[test.second].name + " - " +
                             scores.configurations[test.first].name + "/";
    record.figures.set(name + score, test.difference);
    record.figures.set(name + "p", test.p_value);
    record.figures.set(name + "p (Holm)", test.adjusted);
  }
}

/// What `isotypic train` says of a training besides its test score.
void add_training_figures(report::Record& record, const CrossValidationJob& job,
                          const CrossValidationFacts& facts, const Json& row) {
  for (const auto& [quantity, field] :
       {std::pair("validation " + facts.metric, "validation"), {"best epoch", "best_epoch"}}) {
    const Json& value = row.at(field);
    if (!value.is_number()) continue;
    record.figures.set(
        report::round_figure(facts.names[job.configuration], quantity, job.round.name()),
        value.get<double>());
  }
}

void add_curve(report::Record& record, const CrossValidationJob& job, const std::string& name,
               const Json& row) {
  std::int64_t epoch = 0;
  for (const Json& point : row.at("curve")) {
    Json line = {{"configuration", name}, {"seed", job.round.seed}};
    if (job.round.fold) line["fold"] = *job.round.fold;
    line.update({{"epoch", ++epoch}, {"train_loss", point.at(0)}, {"validation", point.at(1)}});
    record.rows.push_back(std::move(line));
  }
}

}  // namespace

void fill_record(report::Record& record, const std::vector<CrossValidationJob>& jobs,
                 const std::vector<run::Entry>& entries, const CrossValidationFacts& facts) {
  const std::string score = "test " + facts.metric;
  const Scores scores = collect(jobs, entries, facts);
  report::Table table = configuration_table(score, scores.baseline, scores.configurations);
  table.title = record.experiment;
  record.tables = {std::move(table), rounds_table(jobs, scores)};
  add_figures(record, scores, score);
  if (facts.overlap > 0.0) record.figures.set(report::overlap_figure, facts.overlap);
  for (const run::Entry& entry : entries) {
    const CrossValidationJob& job = jobs[entry.job];
    add_training_figures(record, job, facts, entry.row);
    add_curve(record, job, facts.names[job.configuration], entry.row);
  }
  for (const auto& [y, label] :
       {std::pair<std::string, std::string>("validation", "validation " + facts.metric),
        {"train_loss", "training loss"}}) {
    record.plots.push_back({.title = facts.dataset + ": " + label,
                            .kind = report::PlotKind::Lines,
                            .x = "epoch",
                            .y = y,
                            .group = "configuration",
                            .y_label = label});
  }
}

}  // namespace isotypic::experiments
