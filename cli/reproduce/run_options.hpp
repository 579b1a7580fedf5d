// RunOptions: how `isotypic reproduce` runs an experiment; what it computes is the experiment's
// own.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"
#include "isotypic/base/options.hpp"

namespace isotypic::cli {

struct RunOptions {
  std::vector<std::string> words;  ///< the command line as typed
  experiments::Experiment::Choice choice;
  std::int64_t jobs = 0;       ///< side by side; 0: as many as there are cores for
  std::int64_t threads = 1;    ///< of every training
  std::string output = "out";  ///< folder for records, pages and journals
  std::string html;            ///< the page; empty: in `output`
  std::string json;            ///< the record; empty: in `output`, "-": printed
  bool csv = false;            ///< print the figures as CSV
  std::string data;            ///< folder of the published data sets
  std::string shard;           ///< "i/N" or empty
  bool finished_only = false;  ///< run nothing: a record of what the journal holds
  bool verbose = false;        ///< a line for every epoch
};

/// Adds the options of an experiment: how to run it, and its own.
void add_run_options(CLI::App& command, const experiments::Experiment& experiment,
                     RunOptions& options);

/// Adds what all experiments have in common, for running all of them.
void add_common_run_options(CLI::App& command, RunOptions& options);

/// Throws CLI::ValidationError if the options do not fit together, or data that the experiment
/// needs are not named.
void check_run_options(const experiments::Experiment& experiment, const RunOptions& options);

/// brec.journal, brec-quick.journal, brec-shard-0-of-4.journal.
[[nodiscard]] std::string journal_name(const std::string& experiment, const RunOptions& options,
                                       const run::Shard& shard);

/// "brec", or "brec-quick": a small run must not overwrite what a full one has found.
[[nodiscard]] std::string file_stem(const std::string& experiment, const RunOptions& options);

[[nodiscard]] std::filesystem::path record_path(const std::string& experiment,
                                                const RunOptions& options);
[[nodiscard]] std::filesystem::path page_path(const std::string& experiment,
                                              const RunOptions& options);

}  // namespace isotypic::cli
