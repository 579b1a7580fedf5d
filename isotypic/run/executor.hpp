// run_jobs: many independent jobs side by side, resumable at any instant.
//
//   const Plan plan{.experiment = "brec", .config = config, .keys = keys};
//   const RunResult result = run_jobs(plan, train_pair, {.threads = 2, .journal = "brec.journal"});
//
// A row must be a function of the configuration and the job alone: no clock, no thread number.
// Then the rows do not depend on the number of threads, on shards, or on interruptions.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "isotypic/run/journal.hpp"
#include "isotypic/run/shard.hpp"

namespace isotypic::run {

/// How far a run has come.
struct Progress {
  std::int64_t done = 0;     ///< finished jobs, resumed ones included
  std::int64_t total = 0;    ///< jobs of this shard
  std::int64_t resumed = 0;  ///< finished by earlier processes
  double seconds = 0.0;      ///< since this process began
};

/// An estimate of the remaining time from the speed so far; nothing until this process has
/// finished its first job.
[[nodiscard]] std::optional<double> remaining_seconds(const Progress& progress);

/// Computes the row of a job: called from several threads at once. It may look at the token and
/// throw Error (Cancelled) to abandon a long job; the job is then done by the next process.
using Work = std::function<Json(std::int64_t job, const std::stop_token& stop)>;

struct RunOptions {
  std::int64_t threads = 0;                          ///< jobs side by side; 0: one per core
  Shard shard;                                       ///< only this part of the jobs
  std::filesystem::path journal;                     ///< empty: results are kept in memory only
  std::stop_token stop;                              ///< asks to begin no further job
  std::function<void(const Progress&)> on_progress;  ///< one call at a time
  /// Called for every job whose row is kept, also for resumed ones: temporary files of the job can
  /// then be deleted. One call at a time.
  std::function<void(std::int64_t job)> on_kept;
};

struct RunResult {
  std::vector<Entry> entries;  ///< finished jobs of this shard, by job number
  bool complete = false;       ///< false: stopped before the end
};

/// Runs the jobs of the shard that the journal does not hold yet.
///
/// If a job throws, no further ones begin; those under way are finished and kept, then an Error
/// that names the job is thrown. Throws Error as JournalWriter does.
[[nodiscard]] RunResult run_jobs(const Plan& plan, const Work& work,
                                 const RunOptions& options = {});

}  // namespace isotypic::run
