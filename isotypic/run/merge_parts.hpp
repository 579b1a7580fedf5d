// PartSet: the parts of all shards of a stream of graphs, read as one.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/run/part.hpp"

namespace isotypic::run {

/// What the parts say together.
struct PartSummary {
  std::int64_t num_graphs = 0;
  std::int64_t num_failed = 0;        ///< graphs that were reported and left out
  std::optional<ErrorKind> why = {};  ///< the first of them failed
};

class PartSet {
 public:
  /// Opens the parts, in any order. Throws Error (BadInput) if they belong to different runs, or if
  /// a shard is missing or there twice.
  explicit PartSet(const std::vector<std::filesystem::path>& paths);

  [[nodiscard]] const PartHeader& header() const { return parts_.front()->header(); }

  /// Calls `visit` with the results of all shards, in the order of the graphs. Holds one record per
  /// part in memory. Throws Error (BadInput), after what comes before has been visited, if a shard
  /// is not finished or damaged, and at the end if the shards have read different graphs.
  PartSummary for_each(const std::function<void(const PartRecord&)>& visit);

 private:
  std::vector<std::unique_ptr<PartReader>> parts_;  // by shard
};

}  // namespace isotypic::run
