// Experiment: what `isotypic reproduce` knows of an experiment. Each one describes itself beside
// its code; experiment.cpp lists them all.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/context.hpp"
#include "isotypic/base/options.hpp"
#include "isotypic/report/record.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::experiments {

struct Experiment {
  std::string name;
  std::string about;                  ///< one line
  std::vector<std::string> datasets;  ///< that must be in RunContext::data, by name
  bool reads_data = false;            ///< looks at RunContext::data
  bool keeps_journal = false;
  bool has_shards = false;    ///< heeds RunContext::shard
  bool has_threads = false;   ///< heeds RunContext::threads
  bool has_ranks = false;     ///< heeds RunContext::ranks
  bool has_partial = false;   ///< heeds RunContext::finished_only
  bool notes_epochs = false;  ///< calls RunContext::on_note
  /// What a terminal shows of the record; null: all figures, one by one.
  std::vector<report::Table> (*tables)(const report::Record&) = nullptr;

  std::vector<OptionField> options;
  Json defaults;  ///< of all options

  /// What was chosen: values of options by their names, accepted ones only; the rest is as in the
  /// paper, or small if `quick`.
  struct Choice {
    Json given = Json::object();
    bool quick = false;
  };
  /// Throws Error if the options do not fit together.
  std::function<void(const Choice&)> check;
  /// Nothing if stopped before the end, or if only a shard was run.
  std::function<std::optional<report::Record>(const Choice&, const RunContext&)> run;
};

/// Fills in the parts that depend on the type of the options. `paper` and `quick` are the options
/// that an untouched command runs with.
template <typename Config, typename Run>
[[nodiscard]] Experiment make_experiment(Experiment description, const OptionFields<Config>& fields,
                                         const Config& paper, const Config& quick, Run run) {
  const auto configure = [fields, paper, quick](const Experiment::Choice& choice) {
    Config config = choice.quick ? quick : paper;
    fields.assign(config, choice.given, "options");
    return config;
  };
  description.options = fields.list();
  description.defaults = fields.values(paper);
  description.check = [configure, fields](const Experiment::Choice& choice) {
    const Config config = configure(choice);
    for (const OptionRule& rule : fields.rules()) rule.check(&config);
  };
  description.run = [configure, run](const Experiment::Choice& choice, const RunContext& context) {
    return run(configure(choice), context);
  };
  return description;
}

/// Which data set the experiment lacks in the folder, as a clause; empty if it has what it needs.
[[nodiscard]] std::string missing_data(const Experiment& experiment, const std::string& folder);

/// In the order in which `isotypic reproduce all` runs them.
[[nodiscard]] const std::vector<Experiment>& all_experiments();

}  // namespace isotypic::experiments
