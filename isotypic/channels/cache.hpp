// ChannelCache: decompositions by canonical form, in memory and in a file.
//
// All relabelled copies of a graph share one decomposition. Through the cache a copy costs one
// canonical labelling and a look-up; the file keeps the labelling too, and a graph that comes again
// as it is costs two look-ups.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <unordered_map>

#include "isotypic/channels/channels.hpp"
#include "isotypic/channels/store.hpp"

namespace isotypic {

struct CacheOptions {
  std::int64_t max_bytes = std::int64_t{256} << 20;  ///< of decompositions kept in memory
  std::string file;                                  ///< where they are kept on disk; empty: not
};

struct CacheStatistics {
  std::int64_t memory_hits = 0;
  std::int64_t file_hits = 0;
  std::int64_t misses = 0;      ///< decompositions computed
  std::int64_t evicted = 0;     ///< dropped from memory to stay within max_bytes
  std::int64_t rejected = 0;    ///< damaged entries met in the file
  std::int64_t labellings = 0;  ///< canonical labellings found in the file
};

/// Thread-safe. Two threads that miss the same graph at the same time may both decompose it; they
/// get equal results.
class ChannelCache {
 public:
  /// Opens the file, if one is named, as ChannelStore does. Damaged entries are counted and
  /// rebuilt; those of another version of the library or of nauty are not seen.
  explicit ChannelCache(CacheOptions options = {});

  /// What decompose(symmetry, options) returns, from the cache where it can be.
  [[nodiscard]] Channels decompose(const Symmetry& symmetry, const ChannelOptions& options = {});

  /// What decompose(compute_symmetry(graph), options) returns: of the graph without its colours. A
  /// graph whose labelling is in the file is not labelled again. Throws Error (Cancelled) soon
  /// after a stop is requested.
  [[nodiscard]] Channels decompose(const Graph& graph, const ChannelOptions& options,
                                   const std::stop_token& stop = {});

  /// The same for a caller that has the canonical orbitals already: a miss does not compute them
  /// again.
  [[nodiscard]] Channels decompose(const Symmetry& symmetry, const Orbitals& canonical_orbitals,
                                   const ChannelOptions& options = {});

  /// The same for a caller that decomposes in its own way: `compute` is called on a miss.
  [[nodiscard]] Channels find_or_compute(const Symmetry& symmetry, const ChannelOptions& options,
                                         const std::function<Channels()>& compute);

  /// Appends what the file does not hold yet. Much of it is there already: entries are written in
  /// the background as they come. Without a file does nothing.
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

  std::shared_ptr<const Decomposition> find(const std::string& key, std::int64_t num_nodes,
                                            const ChannelOptions& options);
  void keep(const std::string& key, const std::shared_ptr<const Decomposition>& value);

  CacheOptions options_;
  mutable std::mutex mutex_;
  std::list<Entry> entries_;  // most recently used first
  std::unordered_map<std::string, std::list<Entry>::iterator> index_;
  std::int64_t bytes_ = 0;
  CacheStatistics statistics_;
  ChannelStore store_;
};

}  // namespace isotypic
