// ChannelStore: decompositions and canonical labellings in a file, for many processes.
// Format: docs/reference/formats.md.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "isotypic/channels/channels.hpp"

namespace isotypic {

class Database;

/// How a graph, as it is numbered, becomes its canonical form.
struct Labelling {
  Hash128 canonical;  ///< hash of the canonical form
  Permutation position;
};

/// A file of entries, each under its own checksum. New entries gather in memory and are appended in
/// the background, with the next entry that comes a fifth of a second later; what has been appended
/// survives the end of the process. Several processes may read and write a store at the same time.
///
/// Thread-safe. An empty path means no file: nothing is found and nothing kept.
class ChannelStore {
 public:
  /// A missing file is created with the first entry.
  ///
  /// Throws Error (Runtime) when the file cannot be read, or its directory does not exist, and
  /// (BadInput) when it is damaged or a file of another kind, which must not be replaced.
  explicit ChannelStore(std::string path);
  ChannelStore(const ChannelStore&) = delete;
  ChannelStore& operator=(const ChannelStore&) = delete;
  /// Drops entries that save() was not called for.
  ~ChannelStore();

  /// The decomposition stored under `key`, if it is there, undamaged, and possible for a graph
  /// with `num_nodes` nodes and these options.
  [[nodiscard]] std::optional<Decomposition> find(const std::string& key, std::int64_t num_nodes,
                                                  const ChannelOptions& options);
  void add(const std::string& key, const Decomposition& decomposition);

  /// The labelling of this graph, which must have no colours. It is checked: the canonical form
  /// that it gives has the hash that it names.
  [[nodiscard]] std::optional<Labelling> find_labelling(const Graph& graph);
  void add_labelling(const Graph& graph, const Symmetry& symmetry);

  /// Appends what has gathered. Throws Error (Runtime) if that fails, then or before.
  void save();

  /// Damaged or impossible entries met so far.
  [[nodiscard]] std::int64_t rejected() const { return rejected_; }
  [[nodiscard]] bool has_file() const { return !path_.empty(); }

 private:
  using Entries = std::vector<std::pair<std::string, std::string>>;

  std::shared_ptr<Database> database();
  void put(std::string key, std::string_view content);
  void begin_writing();
  void leave_other_process();

  std::string path_;
  std::atomic<std::int64_t> rejected_ = 0;
  std::mutex mutex_;  // of all that follows
  std::shared_ptr<Database> database_;
  Entries added_;
  std::int64_t added_bytes_ = 0;
  std::chrono::steady_clock::time_point last_write_ = std::chrono::steady_clock::now();
  std::future<void> writing_;
};

}  // namespace isotypic
