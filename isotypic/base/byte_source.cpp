#include "isotypic/base/byte_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/file_name.hpp"

namespace isotypic {
namespace {

std::string describe(int error) { return std::generic_category().message(error); }

/// A path that leads nowhere is the caller's mistake. What the machine lacks is not.
[[noreturn]] void fail_to_open(const std::string& path, int error) {
  const bool machine = error == EMFILE || error == ENFILE || error == ENOMEM || error == EIO;
  fail_as(machine ? ErrorKind::Runtime : ErrorKind::BadInput, "open_file", path, ": ",
          describe(error));
}

}  // namespace

ByteSource ByteSource::open(const std::string& path) {
  ByteSource source;
  if (path == "-") {
    source.descriptor_ = STDIN_FILENO;
    return source;
  }
  check_file_name(path);
  source.descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (source.descriptor_ < 0) fail_to_open(path, errno);
  struct stat status = {};
  if (::fstat(source.descriptor_, &status) == 0 && S_ISDIR(status.st_mode)) {
    fail("open_file", path, ": ", describe(EISDIR));
  }
  return source;
}

ByteSource ByteSource::open_regular(const std::string& path) {
  check_file_name(path);
  ByteSource source;
  source.descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (source.descriptor_ < 0) fail_to_open(path, errno);
  if (!source.is_bounded()) fail("open_file", path, ": is not a regular file");
  return source;
}

bool ByteSource::is_bounded() const {
  if (descriptor_ < 0) return true;
  struct stat status = {};
  return ::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode);
}

ByteSource ByteSource::from_memory(std::string bytes) {
  ByteSource source;
  source.memory_ = std::move(bytes);
  return source;
}

ByteSource::ByteSource(ByteSource&& other) noexcept { *this = std::move(other); }

ByteSource& ByteSource::operator=(ByteSource&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(memory_, other.memory_);
  std::swap(position_, other.position_);
  return *this;
}

ByteSource::~ByteSource() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
}

std::size_t ByteSource::read(char* buffer, std::size_t size) {
  if (descriptor_ < 0) {
    const std::size_t count = std::min(size, memory_.size() - position_);
    std::memcpy(buffer, memory_.data() + position_, count);
    position_ += count;
    return count;
  }
  while (true) {
    const ssize_t count = ::read(descriptor_, buffer, size);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR)
      fail_as(ErrorKind::Runtime, "read_file", "reading failed: ", describe(errno));
  }
}

std::string read_file(const std::string& path) {
  ByteSource source = ByteSource::open(path);
  const bool bounded = source.is_bounded();
  return translate_exceptions("read_file", [&] {
    std::string content;
    std::size_t used = 0;
    while (true) {
      if (used == content.size()) {
        const std::size_t more = std::max<std::size_t>(1 << 16, 2 * used);
        content.resize(bounded ? more : std::min(more, max_piped_bytes));
      }
      const std::size_t count = source.read(content.data() + used, content.size() - used);
      used += count;
      if (count == 0) break;
      char one_more = 0;
      if (!bounded && used == max_piped_bytes && source.read(&one_more, 1) > 0) {
        fail("read_file", path, ": goes on after ", max_piped_bytes >> 20,
             " MiB, the most that is read from a pipe or a device; save it to a file first");
      }
    }
    content.resize(used);
    return content;
  });
}

}  // namespace isotypic
