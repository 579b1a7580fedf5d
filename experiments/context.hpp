// RunContext: how an experiment is run, as opposed to what it computes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "isotypic/report/record.hpp"
#include "isotypic/run/executor.hpp"

namespace isotypic::train {
class Ranks;
}  // namespace isotypic::train

namespace isotypic::experiments {

/// Nothing but the number of ranks changes a row of the record. How long the run took is the
/// caller's to measure (Record::seconds).
struct RunContext {
  std::vector<std::string> command;  ///< as typed, for the record
  std::int64_t jobs = 0;             ///< side by side; 0: as many as there are cores for
  std::int64_t threads = 1;          ///< of every job that trains; 0: one per core
  /// The processes that share every training, one job after the other; null: this one alone. Only
  /// the first has a journal and gets a record. Their number changes last digits of the rows.
  train::Ranks* ranks = nullptr;
  std::filesystem::path journal;  ///< where finished jobs are kept; empty: nowhere
  run::Shard shard;               ///< only this part of the jobs; an experiment then ends without
                                  ///< a record: merge the journals first
  std::stop_token stop;           ///< asks to end early, with the journal in order
  bool finished_only = false;     ///< begin nothing: a record of what the journal holds
  std::function<void(const run::Progress&)> on_progress;
  /// How far the work before the first job has come; the text says what it is.
  std::function<void(const std::string&, std::int64_t done, std::int64_t total)> on_preparation;
  /// A line worth a log: called from several threads at once.
  std::function<void(const std::string&)> on_note;
  /// Something that the user should know before the result.
  std::function<void(const std::string&)> on_warning;
  std::string data;                ///< folder of the published data sets; empty: none
  std::filesystem::path channels;  ///< folder for files of computed channels; empty: none is kept
};

/// The same for run_jobs.
[[nodiscard]] run::RunOptions run_options(const RunContext& context);

/// The plan whose results go into `record`: one key for each job.
template <typename Job>
[[nodiscard]] run::Plan plan_of(const report::Record& record, const std::vector<Job>& jobs) {
  run::Plan plan{.experiment = record.experiment, .config = record.config};
  for (const Job& job : jobs) plan.keys.push_back(job.key());
  return plan;
}

}  // namespace isotypic::experiments
