// ChannelCache: decompositions by canonical form, in memory and in a file.
//
// All relabelled copies of a graph share one decomposition. Through the cache a copy costs one
// canonical labelling and a look-up.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "isotypic/channels/cache_file.hpp"
#include "isotypic/channels/channels.hpp"

namespace isotypic {

struct CacheOptions {
  std::int64_t max_bytes = std::int64_t{256} << 20;  ///< of decompositions kept in memory
  std::string file;                                  ///< where they are kept on disk; empty: not
};

struct CacheStatistics {
  std::int64_t memory_hits = 0;
  std::int64_t file_hits = 0;
  std::int64_t misses = 0;    ///< decompositions computed
  std::int64_t evicted = 0;   ///< dropped from memory to stay within max_bytes
  std::int64_t rejected = 0;  ///< damaged or outdated entries met in the file
};

/// Thread-safe. Two threads that miss the same graph at the same time may both decompose it; they
/// get equal results.
class ChannelCache {
 public:
  /// Opens the file, if one is named; a missing file is empty. Damaged entries, and those of
  /// another version of the library or of nauty, are left out and counted: they are rebuilt.
  explicit ChannelCache(CacheOptions options = {});

  /// What decompose(symmetry, options) returns, from the cache where it can be.
  [[nodiscard]] Channels decompose(const Symmetry& symmetry, const ChannelOptions& options = {});

  /// The same for a caller that has the canonical orbitals already: a miss does not compute them
  /// again.
  [[nodiscard]] Channels decompose(const Symmetry& symmetry, const Orbitals& canonical_orbitals,
                                   const ChannelOptions& options = {});

  /// Writes what the file does not hold yet, keeping what other processes have added to it since
  /// it was opened. The file is replaced as a whole or not at all. Without a file does nothing.
  ///
  /// Throws Error (Runtime) if the file cannot be written.
  void save();

  [[nodiscard]] CacheStatistics statistics() const;

 private:
  struct Entry {
    std::string key;
    std::shared_ptr<const Decomposition> value;
    std::int64_t bytes = 0;
  };

  Channels look_up(const Symmetry& symmetry, const ChannelOptions& options,
                   const std::function<Channels()>& compute);
  std::shared_ptr<const Decomposition> find(const std::string& key, std::int64_t num_nodes,
                                            const ChannelOptions& options);
  void keep(const std::string& key, const std::shared_ptr<const Decomposition>& value);

  CacheOptions options_;
  mutable std::mutex mutex_;
  std::list<Entry> entries_;  // most recently used first
  std::unordered_map<std::string, std::list<Entry>::iterator> index_;
  std::int64_t bytes_ = 0;
  CacheStatistics statistics_;
  CacheFile file_;
};

}  // namespace isotypic
