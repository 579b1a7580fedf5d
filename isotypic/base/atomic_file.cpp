#include "isotypic/base/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/base/file_name.hpp"

namespace isotypic {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

/// A rename is on disk only when its directory is; file systems that cannot sync one say EINVAL.
bool sync_directory(const std::filesystem::path& directory) {
  const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool synced = ::fsync(descriptor) == 0 || errno == EINVAL;
  const int error = errno;
  ::close(descriptor);
  errno = error;
  return synced;
}

std::filesystem::path directory_of(const std::string& path) {
  const auto parent = std::filesystem::path(path).parent_path();
  return parent.empty() ? "." : parent;
}

/// Whether a process that no longer exists left this file: name.PROCESS.NUMBER.tmp.
bool is_left_over(const std::filesystem::path& file, const std::string& target) {
  const std::string name = file.filename().string();
  if (!name.starts_with(target + '.') || file.extension() != ".tmp") return false;
  const char* end = name.data() + name.size();
  pid_t process = 0;
  const auto first = std::from_chars(name.data() + target.size() + 1, end, process);
  if (first.ec != std::errc() || process <= 0 || first.ptr == end || *first.ptr != '.') {
    return false;
  }
  int number = 0;
  const auto second = std::from_chars(first.ptr + 1, end, number);
  if (second.ec != std::errc() || std::string_view(second.ptr, end) != ".tmp") return false;
  return ::kill(process, 0) != 0 && errno == ESRCH;
}

/// What a killed writer of the same file could not remove.
void remove_left_over(const std::string& path) {
  const std::string target = std::filesystem::path(path).filename().string();
  std::error_code ignored;  // a file that stays does no harm
  const std::filesystem::path folder = directory_of(path);
  for (const std::string& name : names_in(folder, ignored)) {
    if (is_left_over(folder / name, target)) std::filesystem::remove(folder / name, ignored);
  }
}

/// The temporary files that are being written. Some libraries call exit() when memory runs out, and
/// then no destructor of ours runs but this one.
class TemporaryFiles {
 public:
  TemporaryFiles() = default;
  TemporaryFiles(const TemporaryFiles&) = delete;
  TemporaryFiles& operator=(const TemporaryFiles&) = delete;
  ~TemporaryFiles() {
    for (const auto& [process, name] : names_) {
      if (process == ::getpid()) ::unlink(name.c_str());  // not those of a process that forked us
    }
  }

  void add(const std::string& name) {
    const std::scoped_lock lock(mutex_);
    names_.emplace_back(::getpid(), name);
  }
  void remove(const std::string& name) {
    const std::scoped_lock lock(mutex_);
    std::erase_if(names_, [&](const auto& entry) { return entry.second == name; });
  }

 private:
  std::mutex mutex_;
  std::vector<std::pair<pid_t, std::string>> names_;
};

TemporaryFiles& temporary_files() {
  static TemporaryFiles files;
  return files;
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path) {
  check_file_name(path);
  if (path == "-") {
    descriptor_ = STDOUT_FILENO;
    return;
  }
  std::error_code ignored;
  if (std::filesystem::is_symlink(path_, ignored)) {
    const auto target = std::filesystem::canonical(path_, ignored);
    if (!ignored) path_ = target.string();
  }
  const auto status = std::filesystem::status(path_, ignored);
  if (std::filesystem::is_directory(status)) {
    errno = EISDIR;
    fail_here("writing");
  }
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail_here("opening");
    return;
  }
  remove_left_over(path_);
  open_temporary();
  if (std::filesystem::exists(status)) {
    ::fchmod(descriptor_, static_cast<mode_t>(status.permissions()));
  }
}

void AtomicFile::open_temporary() {
  static std::atomic<int> counter = 0;
  do {
    temporary_ =
        path_ + '.' + std::to_string(::getpid()) + '.' + std::to_string(counter++) + ".tmp";
    temporary_files().add(temporary_);  // this may throw, so it comes before there is a file
    // Not mkstemp: its mode 0600 would stay with the file, whatever the umask.
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) temporary_files().remove(temporary_);
  } while (descriptor_ < 0 && errno == EEXIST);
  if (descriptor_ < 0) {
    temporary_.clear();
    fail_here("creating");
  }
}

AtomicFile::~AtomicFile() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
  if (temporary_.empty()) return;
  ::unlink(temporary_.c_str());
  temporary_files().remove(temporary_);
}

void AtomicFile::fail_here(const char* action) const {
  fail_as(ErrorKind::Runtime, "write_file", path_, ": ", action,
          " failed: ", std::generic_category().message(errno));
}

void AtomicFile::write(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() >= buffer_bytes) flush();
}

void AtomicFile::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t count = ::write(descriptor_, rest.data(), rest.size());
    if (count >= 0) {
      rest.remove_prefix(count);
    } else if (errno != EINTR) {
      fail_here("writing");
    }
  }
  buffer_.clear();
}

void AtomicFile::commit() {
  flush();
  if (temporary_.empty()) return;
  if (::fsync(descriptor_) != 0) fail_here("syncing");
  if (::close(std::exchange(descriptor_, -1)) != 0) fail_here("closing");
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail_here("renaming");
  temporary_files().remove(temporary_);
  temporary_.clear();
  if (!sync_directory(directory_of(path_))) fail_here("syncing the directory");
}

void write_file(const std::string& path, std::string_view content) {
  AtomicFile file(path);
  file.write(content);
  file.commit();
}

void rename_finished(const std::string& finished, const std::string& path) {
  const auto fail_here = [&](const char* action) {
    fail_as(ErrorKind::Runtime, "AtomicFile", path, ": ", action,
            " failed: ", std::generic_category().message(errno));
  };
  const int descriptor = ::open(finished.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail_here("opening");
  const bool synced = ::fsync(descriptor) == 0;
  const int reason = errno;
  ::close(descriptor);
  errno = reason;
  if (!synced) fail_here("syncing");
  if (::rename(finished.c_str(), path.c_str()) != 0) fail_here("renaming");
  if (!sync_directory(directory_of(path))) fail_here("syncing the directory");
}

void remove_temporary_files(const std::filesystem::path& folder,
                            const std::function<bool(const std::string&)>& belongs) {
  std::error_code ignored;  // a file that stays does no harm
  for (const std::string& file : names_in(folder, ignored)) {
    // name.PROCESS.NUMBER.tmp
    std::filesystem::path name = file;
    if (name.extension() != ".tmp") continue;
    for (int suffix = 0; suffix < 3; ++suffix) name.replace_extension();
    if (belongs(name.string())) std::filesystem::remove(folder / file, ignored);
  }
}

}  // namespace isotypic
