// merge_journals: the journals of all shards as one, in job order.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "isotypic/run/journal.hpp"

namespace isotypic::run {

/// The jobs of several journals of one plan.
struct MergedRun {
  JournalHeader header;             ///< of the whole run: shard 0/1
  std::vector<Entry> entries;       ///< by job number
  std::int64_t num_missing = 0;     ///< jobs that no journal holds
  std::int64_t first_missing = -1;  ///< the first of them; -1: none
};

/// Reads and joins journals, in any order, overlapping or not. Throws Error if they belong to
/// different plans, are damaged, or hold different rows for one job.
[[nodiscard]] MergedRun merge_journals(const std::vector<std::filesystem::path>& paths);

/// The merged run as a journal in normal form: jobs ascending, no timings. Its bytes depend on
/// the plan and the rows alone, and run_jobs resumes from it like from any other journal.
[[nodiscard]] std::string format_merged(const MergedRun& merged);

}  // namespace isotypic::run
