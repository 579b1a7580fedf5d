// merge_stores: the stores of all shards of a run as one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace isotypic {

/// One of `count` parts of a run over the graphs of a data set, whose channels a store holds.
struct StoredShard {
  std::string plan;  ///< one line: everything that all shards of the run have in common
  std::int64_t index = 0;
  std::int64_t count = 1;
};

/// Notes in the store that this part has begun, unless it is complete already; merge_stores()
/// refuses parts that were begun and never completed.
void begin_shard(const std::string& path, const StoredShard& shard);
/// Notes in the store that this part is complete.
void complete_shard(const std::string& path, const StoredShard& shard);

/// Whether a file is a store of channels, which may be damaged.
[[nodiscard]] bool is_store(const std::string& path);

struct MergedStores {
  std::int64_t entries = 0;
  std::int64_t rejected = 0;  ///< damaged entries that were left out
};

/// Writes the entries of all stores to a new store, in the order of their keys. Its bytes depend on
/// the entries alone: the shards of a run merge to the same bytes as a copy of its only store.
///
/// Throws Error (BadInput) if the output is there already, if the stores hold shards of different
/// runs, one twice or, unless `partial`, not all, or if entries contradict each other.
MergedStores merge_stores(const std::vector<std::string>& stores, const std::string& output,
                          bool partial = false);

}  // namespace isotypic
