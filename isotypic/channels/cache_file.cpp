#include "isotypic/channels/cache_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "isotypic/channels/internal/consistency.hpp"
#include "isotypic/channels/serialise.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/atomic_file.hpp"

namespace isotypic {
namespace {

// Integers stand in the machine's own byte order; on a machine of the other order neither mark
// is recognised, and the file is rebuilt.
constexpr std::uint64_t file_mark = 0x3148434349504F53ULL;
constexpr std::uint64_t entry_mark = 0x59525443434F5349ULL;
constexpr std::int64_t most_added_bytes = std::int64_t{64} << 20;
constexpr std::int64_t most_key_bytes = 4096;

struct EntryHeader {
  std::uint64_t mark = entry_mark;
  std::int64_t key_bytes = 0;
  std::int64_t value_bytes = 0;
  std::uint64_t checksum = 0;  // of key and value
};

std::uint64_t checksum_of(std::string_view key, std::string_view value) {
  return XXH3_64bits_withSeed(value.data(), value.size(), XXH3_64bits(key.data(), key.size()));
}

template <typename Value>
std::string_view bytes_of(const Value& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

[[noreturn]] void fail_here(const std::string& path, const char* action) {
  fail_as(ErrorKind::Runtime, "channel_cache", path, ": ", action,
          " failed: ", std::generic_category().message(errno));
}

/// Reads exactly `size` bytes, or fewer at the end of the file.
std::string read_at(const std::string& path, int descriptor, std::int64_t offset,
                    std::int64_t size) {
  std::string bytes(size, '\0');
  std::int64_t done = 0;
  while (done < size) {
    const ssize_t count = ::pread(descriptor, bytes.data() + done, size - done, offset + done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_here(path, "reading");
    if (count == 0) break;
    done += count;
  }
  bytes.resize(done);
  return bytes;
}

std::shared_ptr<const int> adopt(int descriptor) {
  return {new int(descriptor), [](const int* owned) {
            ::close(*owned);
            delete owned;
          }};
}

/// Holds the exclusive lock of all writers. It is taken on a file of its own, since the cache
/// file itself is replaced under the feet of those who wait for it.
class WriterLock {
 public:
  explicit WriterLock(const std::string& path) {
    const std::string name = path + ".lock";
    const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor < 0) fail_here(name, "opening");
    descriptor_ = adopt(descriptor);
    while (::flock(descriptor, LOCK_EX) != 0) {
      if (errno != EINTR) fail_here(name, "locking");
    }
  }

 private:
  std::shared_ptr<const int> descriptor_;
};

void write_entry(AtomicFile& file, std::string_view key, std::string_view value) {
  const EntryHeader header{.key_bytes = std::ssize(key),
                           .value_bytes = std::ssize(value),
                           .checksum = checksum_of(key, value)};
  file.write(bytes_of(header));
  file.write(key);
  file.write(value);
}

/// Whether the file could be created later; leaves errno as it is.
bool directory_exists(const std::string& path) {
  const int error = errno;
  const auto directory = std::filesystem::path(path).parent_path();
  std::error_code ignored;
  const bool exists = directory.empty() || std::filesystem::is_directory(directory, ignored);
  errno = error;
  return exists;
}

/// A damaged cache is rebuilt, but a file of another kind, named by mistake, must not be replaced.
/// One wrong byte of the mark is damage, more are another kind.
void check_ours(const std::string& path, std::string_view mark) {
  const std::string_view expected = bytes_of(file_mark);
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < mark.size(); ++i) wrong += mark[i] == expected[i] ? 0 : 1;
  if (wrong > 1) fail("ChannelCache", path, " is not a cache of channels; it is left as it is");
}

}  // namespace

CacheFile::CacheFile(std::string path) : path_(std::move(path)) {
  if (!path_.empty()) open();
}

void CacheFile::open() {
  index_.clear();
  descriptor_.reset();
  // Not to wait for the other end of a pipe, which is refused below.
  const int descriptor = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    if (errno == ENOENT && directory_exists(path_)) return;
    fail_here(path_, "opening");
  }
  descriptor_ = adopt(descriptor);
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) fail_here(path_, "reading");
  if (!S_ISREG(status.st_mode)) fail("ChannelCache", path_, " is not a regular file");
  const std::int64_t end = status.st_size;
  if (end == 0) return;
  const std::string mark = read_at(path_, descriptor, 0, sizeof file_mark);
  check_ours(path_, mark);
  if (mark != bytes_of(file_mark)) {
    ++rejected_;
    return;
  }
  EntryHeader header;
  constexpr std::int64_t header_bytes = sizeof header;
  for (std::int64_t at = sizeof file_mark; at < end;) {
    const std::string raw = read_at(path_, descriptor, at, header_bytes);
    if (std::ssize(raw) == header_bytes) std::memcpy(&header, raw.data(), sizeof header);
    const std::int64_t left = end - at - header_bytes;
    // Past a damaged header nothing can be found: its lengths lead on.
    if (std::ssize(raw) < header_bytes || header.mark != entry_mark || header.key_bytes < 0 ||
        header.key_bytes > most_key_bytes || header.value_bytes < 0 ||
        header.value_bytes > left - header.key_bytes) {
      ++rejected_;
      return;
    }
    const std::string key = read_at(path_, descriptor, at + header_bytes, header.key_bytes);
    at += header_bytes + header.key_bytes;
    if (is_current_key(key)) {
      index_[key] = {at, header.value_bytes, header.checksum};
    } else {
      ++rejected_;
    }
    at += header.value_bytes;
  }
}

std::optional<Decomposition> CacheFile::find(const std::string& key, std::int64_t num_nodes,
                                             const ChannelOptions& options) {
  if (const auto added = added_.find(key); added != added_.end()) {
    return deserialise(added->second);
  }
  const auto known = index_.find(key);
  if (known == index_.end()) return std::nullopt;
  const Place& place = known->second;
  const std::string value = read_at(path_, *descriptor_, place.offset, place.bytes);
  std::optional<Decomposition> found;
  if (std::ssize(value) == place.bytes && checksum_of(key, value) == place.checksum) {
    found = deserialise(value);
  }
  if (!found || !fits(*found, num_nodes, options)) {
    found.reset();
    ++rejected_;
    index_.erase(known);
  }
  return found;
}

void CacheFile::add(const std::string& key, const Decomposition& decomposition) {
  if (path_.empty() || index_.contains(key)) return;
  const auto [place, is_new] = added_.emplace(key, serialise(decomposition));
  if (!is_new) return;
  added_bytes_ += std::ssize(place->second);
  if (added_bytes_ > most_added_bytes) save();
}

void CacheFile::save() {
  if (path_.empty() || added_.empty()) return;
  const WriterLock lock(path_);
  open();
  AtomicFile file(path_);
  file.write(bytes_of(file_mark));
  for (const auto& [key, place] : index_) {
    if (added_.contains(key)) continue;
    const std::string value = read_at(path_, *descriptor_, place.offset, place.bytes);
    if (std::ssize(value) == place.bytes && checksum_of(key, value) == place.checksum) {
      write_entry(file, key, value);
    } else {
      ++rejected_;
    }
  }
  for (const auto& [key, value] : added_) write_entry(file, key, value);
  file.commit();
  added_.clear();
  added_bytes_ = 0;
  open();
}

}  // namespace isotypic
