#include "isotypic/run/journal_writer.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/error.hpp"

namespace isotypic::run {

JournalWriter::JournalWriter(std::filesystem::path path, const JournalHeader& header)
    : path_(std::move(path)),
      header_line_(format_header(header)),
      last_sync_(std::chrono::steady_clock::now()) {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail_with_errno("cannot open");
  try {
    lock();
    resume(header);
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

JournalWriter::~JournalWriter() {
  // A failed sync is no error here: nobody asked for it, and the kernel has the lines.
  (void)::fdatasync(descriptor_);
  ::close(descriptor_);
}

void JournalWriter::lock() const {
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK) fail_with_errno("cannot lock");
  fail_as(ErrorKind::Runtime, "JournalWriter", "another process is writing to ", path_.string());
}

void JournalWriter::resume(const JournalHeader& header) {
  struct stat info {};
  if (::fstat(descriptor_, &info) != 0) fail_with_errno("cannot examine");
  const std::string text = info.st_size > 0 ? read_file(path_) : std::string();
  // A process that died while it wrote the first line left a beginning of just this line. Any
  // other text is somebody's file and is not touched.
  if (header_line_.starts_with(text) && text.size() < header_line_.size()) {
    if (!text.empty() && ::ftruncate(descriptor_, 0) != 0) fail_with_errno("cannot truncate");
    write(header_line_);
    return sync();
  }
  JournalContents contents = parse_journal(text, path_.string());
  // A run that ended before its first job, by a mistake in its data for example, may be replaced.
  if (contents.entries.empty() && contents.good_bytes == info.st_size) {
    if (::ftruncate(descriptor_, 0) != 0) fail_with_errno("cannot truncate");
    write(header_line_);
    return sync();
  }
  check_same_plan(header, contents.header, path_.string());
  if (contents.header.shard != header.shard) {
    fail("JournalWriter", path_.string(), " holds shard ", to_string(contents.header.shard),
         ", not ", to_string(header.shard));
  }
  length_ = contents.good_bytes;
  if (length_ < info.st_size && ::ftruncate(descriptor_, length_) != 0) {
    fail_with_errno("cannot truncate");
  }
  resumed_ = std::move(contents.entries);
}

void JournalWriter::append(const Entry& entry) {
  write(format_entry(entry, header_line_));
  constexpr std::chrono::milliseconds between_syncs(500);
  if (std::chrono::steady_clock::now() - last_sync_ > between_syncs) sync();
}

void JournalWriter::sync() {
  // EINVAL: a pipe or a device, which has nothing to synchronise.
  if (::fdatasync(descriptor_) != 0 && errno != EINVAL) fail_with_errno("cannot synchronise");
  last_sync_ = std::chrono::steady_clock::now();
}

void JournalWriter::write(std::string_view line) {
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int reason = errno;
      // If this fails too, the next opening mends it.
      [[maybe_unused]] const int result = ::ftruncate(descriptor_, length_);
      errno = reason;
      fail_with_errno("cannot write");
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  length_ += std::ssize(line);
}

void JournalWriter::fail_with_errno(const char* what) const {
  const int reason = errno;
  fail_as(ErrorKind::Runtime, "JournalWriter", what, " the journal ", path_.string(), ": ",
          std::strerror(reason));
}

void check_not_open(const std::filesystem::path& journal) {
  const int descriptor = ::open(journal.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return;
  const bool held = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(descriptor);
  if (held) {
    fail_as(ErrorKind::Runtime, "check_not_open", "another process is writing to ",
            journal.string());
  }
}

}  // namespace isotypic::run
