// Journal: the finished jobs of a run, one checksummed line each.
// Format: docs/reference/records.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "isotypic/base/json.hpp"
#include "isotypic/run/shard.hpp"

namespace isotypic::run {

/// What is to be run: independent jobs, each with a key that says what it is.
struct Plan {
  std::string experiment;
  Json config = Json::object();   ///< everything that the rows depend on
  std::vector<std::string> keys;  ///< distinct, in the order of the result
};

/// The first line: which run this journal belongs to.
struct JournalHeader {
  std::string experiment;
  std::string version;  ///< of this library: rows of different versions are not mixed
  Json config = Json::object();
  std::string plan_hash;  ///< of experiment, version, config and all keys
  std::int64_t num_jobs = 0;
  Shard shard;
};

/// A finished job.
struct Entry {
  std::int64_t job = 0;
  std::string key;
  Json row = Json::object();
  double seconds = std::numeric_limits<double>::quiet_NaN();  ///< NaN: not recorded
};

/// A journal as read.
struct JournalContents {
  JournalHeader header;
  std::vector<Entry> entries;   ///< in the order they were finished
  std::int64_t good_bytes = 0;  ///< what follows is a line that a crash cut short
};

/// The header of this plan; keys of `config` are sorted. Throws Error if keys repeat.
[[nodiscard]] JournalHeader make_header(const Plan& plan, const Shard& shard);

/// Lines with checksum and line break. An entry's checksum also covers its header, so a line
/// cannot wander into another journal.
[[nodiscard]] std::string format_header(const JournalHeader& header);
[[nodiscard]] std::string format_entry(const Entry& entry, const std::string& header_line);

/// Reads the text of a journal. A damaged end is what a crash leaves: it is left out. Damage
/// before an intact line, a line of a job outside the shard, and two different rows for one job
/// are errors. `source` names the journal in them. Throws Error (BadInput).
[[nodiscard]] JournalContents parse_journal(std::string_view text, const std::string& source);
[[nodiscard]] JournalContents read_journal(const std::filesystem::path& path);

/// Throws Error unless both headers are of the same plan; says what differs.
void check_same_plan(const JournalHeader& expected, const JournalHeader& found,
                     const std::string& source);

}  // namespace isotypic::run
