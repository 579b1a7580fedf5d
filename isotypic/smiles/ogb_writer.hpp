// OgbWriter: writes a collection of graphs in OGB's raw layout, which read_ogb() reads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "isotypic/base/atomic_file.hpp"
#include "isotypic/data/dataset.hpp"

namespace isotypic {

/// One graph after the other, so that a collection of any size can be written. The files appear all
/// at the end, with commit(); without it, nothing is left behind.
class OgbWriter {
 public:
  /// Makes `folder` where it does not exist. Throws Error if it holds anything.
  explicit OgbWriter(const std::string& folder);
  OgbWriter(const OgbWriter&) = delete;
  OgbWriter& operator=(const OgbWriter&) = delete;
  ~OgbWriter();

  /// A graph: a row of `nodes` for each node; `edges`, each once, with a row of `edge_rows` for
  /// each; and its targets, of which NaN is missing. Every graph has equally many columns.
  void add(const CategoryMatrix& nodes, std::span<const Edge> edges,
           const CategoryMatrix& edge_rows, std::span<const double> targets);
  void commit();

 private:
  struct Files;
  std::filesystem::path raw_;
  std::vector<std::filesystem::path> made_;  // folders, innermost first
  std::unique_ptr<Files> files_;
};

}  // namespace isotypic
