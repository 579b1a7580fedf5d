// FolderLock: one process at a time in a folder.
#pragma once

#include <filesystem>

namespace isotypic::cli {

/// Holds FOLDER/.lock, which the system frees when the process ends, however it ends.
class FolderLock {
 public:
  /// Throws Error (Runtime) if another process has the folder, or the file cannot be made.
  explicit FolderLock(const std::filesystem::path& folder);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

 private:
  int descriptor_ = -1;
};

}  // namespace isotypic::cli
