// Records of rounds, as `isotypic train --seeds` and `cross-validate` write them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "isotypic/report/configurations.hpp"
#include "isotypic/report/rounds.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::report {

/// Readouts, each with its test scores by seed; the baseline has 0.5 everywhere.
using ScoresOfReadouts = std::vector<std::pair<std::string, std::vector<double>>>;

/// Two epochs each, the second of them the best.
inline Record record_of_rounds(const ScoresOfReadouts& readouts,
                               const std::string& metric = "accuracy") {
  const auto seeds = std::ssize(readouts.front().second);
  Record record{.experiment = "train SET, " + std::to_string(seeds) + " seeds"};
  record.config = {{"dataset", "SET"}, {"folds", 0}, {"seeds", seeds}, {"first_seed", 0}};
  ConfigurationScores baseline{.name = "majority class"};
  std::vector<ConfigurationScores> scores;
  for (const auto& [readout, values] : readouts) {
    record.config["configurations"].push_back(
        {{"dataset", "SET"}, {"encoder", "GIN"}, {"readout", readout}});
    const std::string name = readouts.size() > 1 ? readout : "GIN, " + readout;
    scores.push_back({.name = name});
    for (std::int64_t seed = 0; seed < seeds; ++seed) {
      const std::string round = round_name(seed, std::nullopt);
      baseline.scores[round] = 0.5;
      scores.back().scores[round] = values[seed];
      record.figures.set(round_figure(name, "test " + metric, round), values[seed]);
      record.figures.set(round_figure(name, "validation " + metric, round), values[seed] + 0.1);
      record.figures.set(round_figure(name, "best epoch", round), 2);
      for (int epoch = 1; epoch <= 2; ++epoch) {
        record.rows.push_back({{"configuration", name},
                               {"seed", seed},
                               {"epoch", epoch},
                               {"train_loss", 1.0 / epoch},
                               {"validation", values[seed] + (epoch == 2 ? 0.1 : 0.0)}});
      }
    }
  }
  Table rounds{.title = "Every round", .columns = {{"round"}}};
  for (const auto& [round, score] : baseline.scores) rounds.add(round);
  record.tables = {configuration_table("test " + metric, baseline, scores), std::move(rounds)};
  record.plots = {
      {.title = "SET: validation", .x = "epoch", .y = "validation", .group = "configuration"}};
  return record;
}

}  // namespace isotypic::report
