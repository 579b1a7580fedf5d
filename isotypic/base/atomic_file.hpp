// AtomicFile: a file that appears whole or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace isotypic {

/// Collects its content under a temporary name in the same directory; commit() gives it the real
/// name, after everything has reached the disk. Without commit() nothing is left behind and an
/// earlier file stays as it was, also when the process ends by exit() in between.
///
/// "-" is standard output. That, and whatever exists and is not a regular file (a pipe,
/// /dev/null), cannot be replaced and is written directly. A symbolic link is followed.
///
/// Throws Error (Runtime) with the path when the disk is full or the directory not writable.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  void write(std::string_view bytes);
  /// Hands what was written so far to the system: a reader of a pipe sees it.
  void flush();
  /// Must be called last, and once.
  void commit();

 private:
  void open_temporary();
  [[noreturn]] void fail_here(const char* action) const;

  std::string path_;
  std::string temporary_;  // empty: written directly
  int descriptor_ = -1;
  std::string buffer_;
};

/// Writes `content` as an AtomicFile.
void write_file(const std::string& path, std::string_view content);

/// Gives a finished file its name, after everything has reached the disk; it replaces a file of
/// that name. Throws Error (Runtime) with the new path; then nothing was renamed, or only the
/// directory could not be synced.
void rename_finished(const std::string& finished, const std::string& path);

/// Removes temporary files that killed processes left in `folder`: those of files whose names
/// `belongs` accepts. Call it only when nobody is writing these files.
void remove_temporary_files(const std::filesystem::path& folder,
                            const std::function<bool(const std::string& name)>& belongs);

}  // namespace isotypic
