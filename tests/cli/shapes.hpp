// A small data set to train on, for the tests of `isotypic train` and `isotypic predict`.
#pragma once

#include <filesystem>
#include <string>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/graph/families.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic {

/// A TU collection of cycles (class 1) and paths (class 2) of various sizes.
inline void write_cycles_and_paths(const TemporaryDirectory& directory) {
  std::string indicator, edges, labels, node_labels;
  int first = 1;
  for (int g = 0; g < 120; ++g) {
    const Graph graph = g % 2 == 0 ? cycle_graph(3 + g / 12) : path_graph(3 + g / 12);
    for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
      indicator += std::to_string(g + 1) + "\n";
      node_labels += std::to_string(v % 2) + "\n";
    }
    for (const auto& [u, v] : graph.edges()) {
      edges += std::to_string(first + u) + ", " + std::to_string(first + v) + "\n";
    }
    labels += g % 2 == 0 ? "1\n" : "2\n";
    first += static_cast<int>(graph.num_nodes());
  }
  (void)directory.write("SHAPES_graph_indicator.txt", indicator);
  (void)directory.write("SHAPES_A.txt", edges);
  (void)directory.write("SHAPES_node_labels.txt", node_labels);
  (void)directory.write("SHAPES_graph_labels.txt", labels);
}

inline std::string train_words(const TemporaryDirectory& directory, const std::string& model) {
  return "train --quiet --data " + directory.path().string() + " --dataset SHAPES --output " +
         directory.file(model) +
         " --hidden 16 --layers 2 --batch-size 8 --patience 0 --learning-rate 0.01";
}

inline std::string predict_words(const TemporaryDirectory& directory, const std::string& model) {
  return "predict " + directory.file(model + "/model.checkpoint") + " --data " +
         directory.path().string();
}

/// Of a file that may not be there yet.
inline std::string content(const std::filesystem::path& path) {
  return std::filesystem::exists(path) ? read_file(path.string()) : "";
}

}  // namespace isotypic
