// Part: the results of one shard of a stream of graphs, kept as they come.
// Format: docs/reference/records.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>

#include "isotypic/base/error.hpp"
#include "isotypic/base/json.hpp"
#include "isotypic/run/shard.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::run {

/// The first line: which part of which run this is.
struct PartHeader {
  std::string command;
  std::string version;            ///< of library and engines: results of others are not mixed in
  Json options = Json::object();  ///< everything that the results depend on
  Shard shard;
};

enum class PartRecordKind : std::uint32_t { Result, Failed, End };

/// What became of one graph.
struct PartRecord {
  PartRecordKind kind = PartRecordKind::Result;
  std::int64_t index = 0;   ///< of the graph among all graphs; at the end: their number
  std::uint64_t input = 0;  ///< a hash of all graphs up to this one
  std::string bytes;
};

/// The record of a graph that failed, and why it did.
[[nodiscard]] PartRecord failure_record(std::int64_t index, std::uint64_t input, ErrorKind why);
[[nodiscard]] ErrorKind failure_of(const PartRecord& record);

[[nodiscard]] std::string format_part_header(const PartHeader& header);

/// The hash of a stream of graphs, extended by one graph; `text` says where it comes from.
[[nodiscard]] std::uint64_t extend_input(std::uint64_t input, const Hash128& graph,
                                         std::string_view text);

/// Whether these are the first bytes of a part.
[[nodiscard]] bool looks_like_part(std::string_view bytes);

/// Throws Error (BadInput) unless both headers are of the same run; says what differs.
void check_same_run(const PartHeader& expected, const PartHeader& found, const std::string& source);

/// Reads a part record by record.
class PartReader {
 public:
  /// Throws Error (BadInput) if the file is no part.
  explicit PartReader(std::filesystem::path path);

  [[nodiscard]] const PartHeader& header() const { return header_; }
  /// False where no further intact record follows: at the end, or where a crash or damage cut the
  /// part short.
  bool next(PartRecord& record);
  /// Where the intact records read so far end.
  [[nodiscard]] std::int64_t good_bytes() const { return good_bytes_; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::ifstream file_;
  std::int64_t size_ = 0;
  std::int64_t good_bytes_ = 0;
  std::uint64_t seed_ = 0;
  PartHeader header_;
};

/// Appends records to a part, for one process at a time. A record survives the death of the process
/// with the next append() a moment later, and the death of the machine after finish().
class PartWriter {
 public:
  using Resumed = std::function<void(const PartRecord&)>;

  /// Opens or creates the part; `resumed` gets the records that earlier processes wrote, in their
  /// order. What a crash cut short is removed. Throws Error if another process writes to it, if it
  /// belongs to another run or shard, if it is another file, or if it cannot be written.
  PartWriter(std::filesystem::path path, const PartHeader& header, const Resumed& resumed);
  PartWriter(const PartWriter&) = delete;
  PartWriter& operator=(const PartWriter&) = delete;
  ~PartWriter();

  /// Whether an earlier process finished it: then nothing may be added.
  [[nodiscard]] bool is_complete() const { return complete_; }
  /// Throws Error (Runtime) when the disk is full.
  void append(const PartRecord& record);
  /// Ends the part; `num_graphs` and `input` are those of the whole input.
  void finish(std::int64_t num_graphs, std::uint64_t input);

 private:
  void resume(const PartHeader& header, const Resumed& resumed);
  void flush();
  [[noreturn]] void fail_with_errno(const char* what) const;

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t seed_ = 0;
  std::string buffer_;
  std::int64_t last_flush_ = 0;  // milliseconds of the steady clock
  bool complete_ = false;
};

}  // namespace isotypic::run
