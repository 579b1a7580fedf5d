#include "cli/program/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "isotypic/base/error.hpp"

namespace isotypic::cli {

FolderLock::FolderLock(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / ".lock";
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (descriptor_ < 0) {
    fail_as(ErrorKind::Runtime, "FolderLock", path.string(), ": ", std::strerror(errno));
  }
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    ::close(descriptor_);
    fail_as(ErrorKind::Runtime, "FolderLock", folder.string(),
            ": another process is writing to it");
  }
}

FolderLock::~FolderLock() { ::close(descriptor_); }

}  // namespace isotypic::cli
