// CacheFile: decompositions in one file, every entry under its own checksum.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "isotypic/channels/channels.hpp"

namespace isotypic {

/// A file of (key, decomposition) entries. Opening reads the index; a decomposition is read when
/// it is asked for. New entries stay in memory until save(). Not thread-safe; safe with other
/// processes that write the same file, which see each other's entries after saving.
class CacheFile {
 public:
  /// An empty path means no file: nothing is found and nothing kept. A file that is missing is
  /// empty; so is a damaged one.
  ///
  /// Throws Error (Runtime) when the file cannot be read, or its directory does not exist, and
  /// (BadInput) when it is a file of another kind, which must not be replaced.
  explicit CacheFile(std::string path);

  /// The decomposition stored under `key`, if it is there, undamaged, and possible for a graph
  /// with `num_nodes` nodes and these options.
  [[nodiscard]] std::optional<Decomposition> find(const std::string& key, std::int64_t num_nodes,
                                                  const ChannelOptions& options);

  /// Takes an entry up for the next save(); saves by itself when many have gathered.
  void add(const std::string& key, const Decomposition& decomposition);

  /// Writes the file anew: its present valid entries, whoever wrote them, and the added ones.
  void save();

  /// Damaged or outdated entries met so far.
  [[nodiscard]] std::int64_t rejected() const { return rejected_; }

 private:
  struct Place {
    std::int64_t offset = 0;  // of the decomposition's bytes
    std::int64_t bytes = 0;
    std::uint64_t checksum = 0;
  };

  void open();

  std::string path_;
  std::shared_ptr<const int> descriptor_;  // closes itself
  std::map<std::string, Place> index_;
  std::map<std::string, std::string> added_;
  std::int64_t added_bytes_ = 0;
  std::int64_t rejected_ = 0;
};

}  // namespace isotypic
