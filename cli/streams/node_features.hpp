// Node features for commands that read embeddings: made from the graph, or taken from a file.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>

#include "isotypic/graph/graph.hpp"
#include "isotypic/io/npy.hpp"

namespace isotypic::cli {

/// One matrix per graph, one row per node.
class NodeFeatures {
 public:
  /// "constant" (ones), "degree", or the name of an .npy file whose rows are the nodes of all
  /// graphs one after the other. Throws Error on a bad file, and on NaN or infinity in it.
  explicit NodeFeatures(std::string source);

  [[nodiscard]] bool from_file() const { return !array_.shape.empty(); }

  /// The features of a graph that `first_node` nodes of other graphs precede. Throws Error when
  /// the file has too few rows.
  [[nodiscard]] Eigen::MatrixXd rows(const Graph& graph, std::int64_t first_node) const;

  /// Throws Error unless the file has one row for each of the nodes of all graphs.
  void expect_rows(std::int64_t num_nodes) const;

 private:
  std::string source_;
  NpyArray<double> array_;
  std::int64_t columns_ = 1;
};

/// `rounds` times M <- M + A M: linear message passing without weights. Throws Error when the
/// numbers become too large for double.
[[nodiscard]] Eigen::MatrixXd propagate(const Graph& graph, Eigen::MatrixXd features,
                                        std::int64_t rounds);

}  // namespace isotypic::cli
