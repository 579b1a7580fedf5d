#include "isotypic/run/merge.hpp"

#include <map>
#include <utility>

#include "isotypic/base/error.hpp"

namespace isotypic::run {

MergedRun merge_journals(const std::vector<std::filesystem::path>& paths) {
  if (paths.empty()) fail("merge_journals", "no journal given");
  MergedRun merged;
  std::map<std::int64_t, Entry> by_job;
  for (const auto& path : paths) {
    const JournalContents contents = read_journal(path);
    if (merged.header.plan_hash.empty()) merged.header = contents.header;
    check_same_plan(merged.header, contents.header, path.string());
    for (const Entry& entry : contents.entries) {
      const auto [known, is_new] = by_job.try_emplace(entry.job, entry);
      if (!is_new && known->second.row != entry.row) {
        fail("merge_journals", path.string(), ": the row of job ", entry.job, " (", entry.key,
             ") differs from that in an earlier journal");
      }
    }
  }
  merged.header.shard = Shard();
  for (std::int64_t job = 0; job < merged.header.num_jobs; ++job) {
    if (!by_job.contains(job)) merged.missing.push_back(job);
  }
  for (auto& [job, entry] : by_job) merged.entries.push_back(std::move(entry));
  return merged;
}

std::string format_merged(const MergedRun& merged) {
  const std::string header_line = format_header(merged.header);
  std::string text = header_line;
  for (Entry entry : merged.entries) {
    entry.seconds = std::numeric_limits<double>::quiet_NaN();
    text += format_entry(entry, header_line);
  }
  return text;
}

}  // namespace isotypic::run
