// Tiny data sets written by hand, for the tests of the loaders.
#pragma once

#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/temporary_directory.hpp"

namespace isotypic {

/// A TU collection: a path 1-2-3 listed in both directions, a lone node, an edge with features.
inline void write_tiny_tu(const TemporaryDirectory& directory, const std::string& name) {
  (void)directory.write(name + "_graph_indicator.txt", "1\n1\n1\n2\n3\n3\n");
  (void)directory.write(name + "_A.txt", "1, 2\n2, 1\n2,3\n3, 2\n5, 6\n6, 5\n");
  (void)directory.write(name + "_node_labels.txt", "0\n2\n0\n1\n5\n5\n");
  (void)directory.write(name + "_node_attributes.txt",
                        " 0.5, 1\n1.5, -2e1\n0, 0\n1, 1\n2, 2\n3, 3\n");
  (void)directory.write(name + "_edge_labels.txt", "7\n7\n8\n8\n9\n9\n");
  (void)directory.write(name + "_edge_attributes.txt", "0.1\n0.1\n0.2\n0.2\n0.3\n0.3\n");
  (void)directory.write(name + "_graph_labels.txt", "1\n-1\n1\n");
  (void)directory.write(name + "_graph_attributes.txt", "0.25, 1\n-3.5, nan\n1e2, 2\n");
}

inline void write_gzip(const std::string& path, const std::string& text) {
  gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
}

/// An OGB collection: a triangle with features, a lone node, an edge; two tasks, one label missing.
inline void write_tiny_ogb(const std::filesystem::path& directory) {
  std::filesystem::create_directories(directory / "raw");
  std::filesystem::create_directories(directory / "split" / "scaffold");
  const auto write = [&](const char* name, const std::string& text) {
    write_gzip((directory / (std::string(name) + ".csv.gz")).string(), text);
  };
  write("raw/num-node-list", "3\n1\n2\n");
  write("raw/num-edge-list", "3\n0\n1\n");
  write("raw/edge", "0,1\n2,1\n0,2\n1,0\n");
  write("raw/node-feat", "5,0\n6,1\n7,0\n5,1\n5,0\n6,0\n");
  write("raw/edge-feat", "0\n1\n2\n3\n");
  write("raw/graph-label", "0,1.5\n1,\n1,-2\n");
  write("split/scaffold/train", "2\n");
  write("split/scaffold/valid", "0\n");
  write("split/scaffold/test", "1\n");
}

}  // namespace isotypic
