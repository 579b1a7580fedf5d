// Database: keys and values in one file, kept by LMDB. Private to channels/.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace isotypic {

/// One file of (key, value) entries in a B-tree. Writing appends pages and never rewrites the file.
/// Any number of threads and processes read while one writes; other writers wait for it.
///
/// Thread-safe. All members throw Error (Runtime) with the path when the disk is full or the file
/// cannot be read or written.
class Database {
 public:
  /// A key, and its value as it lies in the file: both last no longer than the call they are
  /// passed to.
  using Visit = std::function<void(std::string_view key, std::string_view value)>;
  using Entry = std::pair<std::string, std::string>;

  /// Opens the file; null if it is missing or empty. Within a process all who open a file share it.
  /// The pages of the tree are checked, so that damage is an Error and never a crash.
  ///
  /// Throws Error (BadInput) if it is a file of another kind, or damaged.
  [[nodiscard]] static std::shared_ptr<Database> open(const std::string& path);
  /// The same; a missing file is created.
  [[nodiscard]] static std::shared_ptr<Database> create(const std::string& path);

  virtual ~Database() = default;

  /// Whether the key is there; `visit` is called with its value.
  virtual bool get(std::string_view key, const Visit& visit) = 0;
  /// Writes all entries, or none; later ones replace earlier ones. On return they
  /// outlive the process, and with the next call the machine.
  virtual void put(std::span<const Entry> entries) = 0;
  /// The same for ascending keys beyond all that are there: the pages are filled completely.
  virtual void append(std::span<const Entry> entries) = 0;

  /// Reads all entries in ascending order of their keys, as they were when it was made.
  class Walk {
   public:
    virtual ~Walk() = default;
    [[nodiscard]] virtual bool at_end() const = 0;
    [[nodiscard]] virtual std::string_view key() const = 0;
    [[nodiscard]] virtual std::string_view value() const = 0;
    virtual void next() = 0;
  };
  [[nodiscard]] virtual std::unique_ptr<Walk> walk() = 0;

  /// Whether a copy of this process (fork) made it: then it must be opened anew.
  [[nodiscard]] virtual bool belongs_to_another_process() const = 0;
};

}  // namespace isotypic
