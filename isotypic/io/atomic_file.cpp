#include "isotypic/io/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "isotypic/error.hpp"

namespace isotypic {
namespace {

namespace fs = std::filesystem;

/// Closes a descriptor, and removes a file that was not kept.
class OpenFile {
 public:
  explicit OpenFile(int opened, std::string name = "")
      : descriptor(opened), unfinished(std::move(name)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (descriptor >= 0) ::close(descriptor);
    if (!unfinished.empty()) ::unlink(unfinished.c_str());
  }

  int descriptor;
  std::string unfinished;  ///< name to remove unless cleared
};

[[noreturn]] void fail_with_errno(const char* what, const fs::path& path) {
  const int reason = errno;
  fail_as(ErrorKind::Runtime, "write_file_atomically", what, ' ', path.string(), ": ",
          std::strerror(reason));
}

void write_all(int descriptor, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_with_errno("cannot write", path);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void sync_folder(const fs::path& folder) {
  const OpenFile opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems cannot synchronise a folder; the rename itself is done.
  if (opened.descriptor >= 0) (void)::fsync(opened.descriptor);
}

void write_directly(const fs::path& path, std::string_view bytes) {
  const OpenFile file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.descriptor < 0) fail_with_errno("cannot open", path);
  write_all(file.descriptor, bytes, path);
}

/// A new, empty file beside `target`, with the permissions that the umask leaves.
OpenFile create_beside(const fs::path& target) {
  static std::atomic<std::uint64_t> counter = 0;
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  while (true) {
    const std::string suffix = "." + std::to_string(::getpid()) + "." + std::to_string(counter++);
    std::string name = (folder / ("." + target.filename().string() + suffix + ".tmp")).string();
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) return OpenFile(descriptor, std::move(name));
    if (errno != EEXIST) fail_with_errno("cannot create a file beside", target);
  }
}

}  // namespace

void write_file_atomically(const fs::path& path, std::string_view bytes) {
  std::error_code ignored;
  const fs::path target =
      fs::is_symlink(path, ignored) ? fs::weakly_canonical(path, ignored) : path;
  const fs::file_status status = fs::status(target, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) return write_directly(target, bytes);

  OpenFile file = create_beside(target);
  write_all(file.descriptor, bytes, path);
  struct stat replaced {};
  if (::stat(target.c_str(), &replaced) == 0 &&
      ::fchmod(file.descriptor, replaced.st_mode & 07777U) != 0) {
    fail_with_errno("cannot set the permissions of", path);
  }
  if (::fsync(file.descriptor) != 0) fail_with_errno("cannot synchronise", path);
  if (::rename(file.unfinished.c_str(), target.c_str()) != 0)
    fail_with_errno("cannot rename to", path);
  file.unfinished.clear();
  sync_folder(target.has_parent_path() ? target.parent_path() : fs::path("."));
}

std::string read_file(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) fail("read_file", path.string(), " is a folder");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) fail("read_file", "cannot open ", path.string(), ": ", std::strerror(errno));
  return translate_exceptions("read_file", [&] {
    return std::string{std::istreambuf_iterator<char>(stream), {}};
  });
}

}  // namespace isotypic
