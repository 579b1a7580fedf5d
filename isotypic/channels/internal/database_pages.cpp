#include "isotypic/channels/internal/database_pages.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/internal/lmdb_format.hpp"

namespace isotypic {
namespace {

constexpr const char* where = "ChannelStore";

using namespace lmdb_format;  // NOLINT: nothing else is in it

[[noreturn]] void fail_reading(const std::string& path) {
  fail_as(ErrorKind::Runtime, where, path,
          ": reading failed: ", std::generic_category().message(errno));
}

[[noreturn]] void fail_damaged(const std::string& path, const std::string& what) {
  fail(where, path, " is damaged: ", what, "; delete it, and the channels are computed again");
}

class PageChecker {
 public:
  PageChecker(const std::string& path, int descriptor) : path_(path), descriptor_(descriptor) {
    page_bytes_ = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  }

  bool check(std::uint64_t transaction) {
    const Meta meta = read_meta(transaction);
    if (meta.transaction != transaction) return false;
    if (meta.main.flags != 0 || (meta.free.flags & kinds_of_trees) != keys_are_numbers ||
        transaction > most_transactions) {
      fail_here("its first pages are wrong");
    }
    transaction_ = transaction;
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) fail_reading(path_);
    last_page_ = meta.last_page;
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (last_page_ >= size / page_bytes_) fail_here("it is cut short");
    used_.assign(last_page_ + 1, false);
    for (std::uint64_t p = 0; p < num_meta_pages; ++p) used_[p] = true;
    check_tree(meta.main, false);
    check_tree(meta.free, true);
    for (const std::uint64_t page : free_) {
      if (used_[page]) fail_page(page, "is in use and free");
      used_[page] = true;
    }
    return true;
  }

 private:
  [[noreturn]] void fail_here(const std::string& what) const { fail_damaged(path_, what); }
  [[noreturn]] void fail_page(std::uint64_t page, const char* what) const {
    fail_here("page " + std::to_string(page) + " " + what);
  }
  std::string read(std::uint64_t page, std::size_t bytes) const {
    std::string result(bytes, '\0');
    std::size_t done = 0;
    while (done < bytes) {
      const ssize_t count = ::pread(descriptor_, result.data() + done, bytes - done,
                                    static_cast<off_t>(page * page_bytes_ + done));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail_reading(path_);
      if (count == 0) fail_page(page, "is missing");
      done += static_cast<std::size_t>(count);
    }
    return result;
  }

  /// The meta page of the snapshot: the two pages are written in turn.
  [[nodiscard]] Meta read_meta(std::uint64_t transaction) const {
    const std::string bytes = read(transaction % num_meta_pages, sizeof(PageHeader) + sizeof(Meta));
    return read_value<Meta>(bytes, sizeof(PageHeader));
  }

  void use(std::uint64_t page) {
    if (page < num_meta_pages || page > last_page_) fail_page(page, "is out of range");
    if (used_[page]) fail_page(page, "is used twice");
    used_[page] = true;
  }

  void check_tree(const Tree& tree, bool is_free_list) {
    if (tree.root == no_page) {
      if (tree.entries != 0) fail_here("its tree has no root");
      return;
    }
    if (tree.depth < 1 || tree.depth > max_depth) fail_here("its tree has a wrong depth");
    entries_ = 0;
    last_key_.clear();
    least_key_.clear();
    check_node_page(tree.root, tree.depth, is_free_list);
    if (entries_ != tree.entries) fail_here("its tree has lost entries");
  }

  void check_node_page(std::uint64_t number, std::uint64_t depth, bool is_free_list) {
    use(number);
    const std::string page = read(number, page_bytes_);
    const auto header = read_value<PageHeader>(page, 0);
    const std::uint16_t kind = depth == 1 ? leaf_page : branch_page;
    if (header.number != number || header.flags != kind || header.lower < sizeof header + 2 ||
        header.lower % 2 != 0 || header.lower > header.upper || header.upper > page_bytes_) {
      fail_page(number, "has a wrong header");
    }
    // LMDB ends the process when it meets such a page.
    if (kind == branch_page && !is_free_list && header.lower == sizeof header + 2) {
      fail_page(number, "has one branch");
    }
    std::vector<std::pair<std::size_t, std::size_t>> places;  // begin and end of each node
    for (std::size_t at = sizeof header; at < header.lower; at += 2) {
      const std::size_t begin = read_value<std::uint16_t>(page, at);
      if (begin % 2 != 0 || begin < header.upper || begin + sizeof(NodeHeader) > page_bytes_) {
        fail_page(number, "has a wrong offset");
      }
      // The first branch holds all that is less than the second key, and needs no key of its own.
      const bool has_key = kind == leaf_page || at > sizeof header;
      places.emplace_back(begin,
                          begin + check_node(page, number, begin, depth, is_free_list, has_key));
    }
    std::ranges::sort(places);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const std::size_t end = i + 1 < places.size() ? places[i + 1].first : page_bytes_;
      if (places[i].second > end) fail_page(number, "has nodes that overlap");
    }
  }

  /// Its size in the page.
  std::size_t check_node(std::string_view page, std::uint64_t number, std::size_t begin,
                         std::uint64_t depth, bool is_free_list, bool has_key) {
    const auto node = read_value<NodeHeader>(page, begin);
    const std::uint64_t size = node.low | std::uint64_t{node.high} << 16;
    std::size_t bytes = sizeof node + node.key_bytes;
    const bool is_leaf = depth == 1;
    const bool elsewhere = node.flags == value_is_elsewhere;
    if (is_leaf) bytes += elsewhere ? sizeof(std::uint64_t) : size;
    if (begin + bytes > page.size()) fail_page(number, "has a node that is too long");
    const std::string key = has_key ? ordered_key(page.substr(begin + sizeof node, node.key_bytes),
                                                  is_free_list, number)
                                    : "";
    if (has_key && (key <= last_key_ || key < least_key_)) fail_page(number, "is not in order");
    if (!is_leaf) {
      if (has_key) least_key_ = key;
      check_node_page(size | std::uint64_t{node.flags} << 32, depth - 1, is_free_list);
      return bytes;
    }
    if (node.flags != 0 && !elsewhere) fail_page(number, "has an unknown kind of node");
    last_key_ = key;
    ++entries_;
    const std::size_t value = begin + sizeof node + node.key_bytes;
    if (elsewhere) {
      check_overflow(read_value<std::uint64_t>(page, value), size, is_free_list);
    } else if (is_free_list) {
      add_free(page.substr(value, size));
    }
    return bytes;
  }

  /// A key as a text that has its place in the order; keys of the free list are numbers.
  [[nodiscard]] std::string ordered_key(std::string_view key, bool is_free_list,
                                        std::uint64_t number) const {
    if (!is_free_list) {
      if (key.empty()) fail_page(number, "has an empty key");
      return std::string(key);
    }
    const auto value = key.size() == sizeof(std::uint64_t) ? read_value<std::uint64_t>(key, 0) : 0;
    if (value == 0 || value > transaction_) fail_page(number, "has a wrong key");
    std::string bytes;
    for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
    return bytes;
  }

  void check_overflow(std::uint64_t first, std::uint64_t size, bool is_free_list) {
    use(first);
    const auto header = read_value<PageHeader>(read(first, sizeof(PageHeader)), 0);
    const std::uint64_t pages = (sizeof header + size + page_bytes_ - 1) / page_bytes_;
    const std::uint64_t stated = header.lower | std::uint64_t{header.upper} << 16;
    if (header.number != first || header.flags != overflow_page || stated != pages) {
      fail_page(first, "has a wrong header");
    }
    for (std::uint64_t p = 1; p < pages; ++p) use(first + p);
    if (is_free_list) {
      add_free(std::string_view(read(first, sizeof header + size)).substr(sizeof header));
    }
  }

  /// A list of free pages: their number, then they themselves.
  void add_free(std::string_view list) {
    const std::size_t words = list.size() / sizeof(std::uint64_t);
    const std::uint64_t count = words > 0 ? read_value<std::uint64_t>(list, 0) : 0;
    if (words == 0 || count >= words) fail_here("its list of free pages is too short");
    for (std::uint64_t i = 1; i <= count; ++i) {
      const auto page = read_value<std::uint64_t>(list, i * sizeof(std::uint64_t));
      if (page < num_meta_pages || page > last_page_) fail_page(page, "is free and out of range");
      free_.push_back(page);
    }
  }

  const std::string& path_;
  int descriptor_;
  std::uint64_t page_bytes_ = 0;
  std::uint64_t last_page_ = 0;
  std::vector<bool> used_;
  std::vector<std::uint64_t> free_;
  std::uint64_t entries_ = 0;
  std::uint64_t transaction_ = 0;
  std::string last_key_;   // of the entries so far
  std::string least_key_;  // what the branches above promise of the entries that follow
};

/// LMDB maps as much as the meta pages say, so they are checked before it sees them.
void check_first_pages(const std::string& path, std::string_view bytes, std::size_t page,
                       std::uint64_t num_pages) {
  if (read_value<std::uint64_t>(bytes, 0) == old_cache_mark) {
    fail(where, path, " is a cache of an earlier format, which is not read any more; delete it, ",
         "and the channels are computed again");
  }
  for (std::uint64_t p = 0; p < num_meta_pages; ++p) {
    const auto meta = read_value<Meta>(bytes, p * page + sizeof(PageHeader));
    const bool known = meta.magic == lmdb_magic && meta.version == lmdb_version;
    if (p == 0 && !known) fail(where, path, " is not a store of channels; it is left as it is");
    if (!known || meta.free.pad != page) fail_damaged(path, "its first pages are wrong");
    if (meta.last_page >= num_pages) fail_damaged(path, "it is cut short");
  }
}

}  // namespace

bool looks_like_database(const std::string& path) {
  std::string bytes(sizeof(PageHeader) + sizeof(Meta), '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), std::ssize(bytes));
  return read_value<std::uint64_t>(bytes, 0) == old_cache_mark ||
         read_value<Meta>(bytes, sizeof(PageHeader)).magic == lmdb_magic;
}

bool is_database_file(const std::string& path) {
  // Not to wait for the other end of a pipe, which is refused below.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0 && errno == ENOENT) return false;
  if (descriptor < 0) fail_reading(path);
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  std::string bytes(num_meta_pages * page, '\0');
  struct stat status {};
  bool regular = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  const ssize_t count = regular ? ::pread(descriptor, bytes.data(), bytes.size(), 0) : 0;
  // Again, for the size after the pages were read: others may be appending.
  regular = ::fstat(descriptor, &status) == 0 && regular;
  ::close(descriptor);
  if (!regular) fail(where, path, " is not a regular file");
  if (count < 0) fail_reading(path);
  if (count == 0) return false;
  check_first_pages(path, bytes, page, static_cast<std::uint64_t>(status.st_size) / page);
  return true;
}

bool check_pages(const std::string& path, int descriptor, std::uint64_t transaction) {
  return PageChecker(path, descriptor).check(transaction);
}

}  // namespace isotypic
