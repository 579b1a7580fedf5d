// Node features for commands that read embeddings: made from the graph, or taken from a file.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>

#include "isotypic/graph/graph.hpp"
#include "isotypic/io/npy.hpp"

namespace isotypic::cli {

/// Hands out one matrix per graph, in the order of the graphs.
class NodeFeatures {
 public:
  /// "constant" (ones), "degree", or the name of an .npy file whose rows are the nodes of all
  /// graphs one after the other.
  explicit NodeFeatures(std::string source);

  /// The features of the next graph, one row per node. Throws Error when the file runs out.
  [[nodiscard]] Eigen::MatrixXd next(const Graph& graph);

  /// Throws Error if the file has rows that no graph asked for.
  void expect_end() const;

 private:
  std::string source_;
  NpyArray<double> array_;
  std::int64_t columns_ = 1;
  std::int64_t row_ = 0;
};

/// `rounds` times M <- M + A M: linear message passing without weights.
[[nodiscard]] Eigen::MatrixXd propagate(const Graph& graph, Eigen::MatrixXd features,
                                        std::int64_t rounds);

}  // namespace isotypic::cli
