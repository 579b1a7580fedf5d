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
/// at the end, with commit(); without it, nothing is left behind. If commit() fails, some files may
/// be left, but not those that a data set is recognised by.
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
  /// The folders that were made, innermost first; those that are empty at the end are removed.
  struct MadeFolders {
    std::vector<std::filesystem::path> paths;

    MadeFolders() = default;
    MadeFolders(const MadeFolders&) = delete;
    MadeFolders& operator=(const MadeFolders&) = delete;
    ~MadeFolders();
  };

  std::filesystem::path raw_;
  MadeFolders made_;  // before the files: removed after them
  std::unique_ptr<Files> files_;
};

}  // namespace isotypic
