// JournalWriter: appends finished jobs to a journal, for one process at a time.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "isotypic/run/journal.hpp"

namespace isotypic::run {

/// An open, locked journal.
///
/// A job is in the journal once append() has returned: it survives the death of the process at
/// any instant, and the death of the machine from the next sync on (at most half a second later,
/// and at the end). A line cut short by a crash is removed when the journal is opened again.
class JournalWriter {
 public:
  /// Opens or creates the journal of this run. Throws Error if another process holds it, if it
  /// belongs to another plan or shard, if it is damaged, or if it cannot be written.
  JournalWriter(std::filesystem::path path, const JournalHeader& header);
  JournalWriter(const JournalWriter&) = delete;
  JournalWriter& operator=(const JournalWriter&) = delete;
  ~JournalWriter();

  /// The jobs that earlier processes finished.
  [[nodiscard]] const std::vector<Entry>& resumed() const { return resumed_; }

  /// Throws Error (Runtime) when the disk is full; the journal then stays as it was before.
  void append(const Entry& entry);
  void sync();

 private:
  void lock() const;
  void resume(const JournalHeader& header);
  void write(std::string_view line);
  [[noreturn]] void fail_with_errno(const char* what) const;

  std::filesystem::path path_;
  std::string header_line_;
  int descriptor_ = -1;
  std::int64_t length_ = 0;
  std::vector<Entry> resumed_;
  std::chrono::steady_clock::time_point last_sync_;
};

/// Throws Error (Runtime) if a process has this journal open. Call it before replacing the file. A
/// missing file is no error.
void check_not_open(const std::filesystem::path& journal);

}  // namespace isotypic::run
