#include "cli/node_features.hpp"

#include <utility>

#include "isotypic/error.hpp"

namespace isotypic::cli {

NodeFeatures::NodeFeatures(std::string source) : source_(std::move(source)) {
  if (source_ == "constant" || source_ == "degree") return;
  array_ = read_npy<double>(source_);
  if (array_.shape.empty()) fail("node_features", source_, ": a single number has no rows");
  if (array_.shape.size() == 2) columns_ = array_.shape[1];
}

Eigen::MatrixXd NodeFeatures::next(const Graph& graph) {
  const std::int64_t n = graph.num_nodes();
  if (source_ == "constant") return Eigen::MatrixXd::Ones(n, 1);
  Eigen::MatrixXd features(n, columns_);
  if (source_ == "degree") {
    for (std::int64_t v = 0; v < n; ++v) features(v, 0) = static_cast<double>(graph.degree(v));
    return features;
  }
  if (row_ + n > array_.shape[0]) {
    fail("node_features", source_, ": ", array_.shape[0],
         " rows are too few: the graphs so far have ", row_ + n, " nodes");
  }
  for (std::int64_t v = 0; v < n; ++v, ++row_) {
    for (std::int64_t j = 0; j < columns_; ++j) features(v, j) = array_.values[row_ * columns_ + j];
  }
  return features;
}

void NodeFeatures::expect_end() const {
  if (array_.shape.empty() || row_ == array_.shape[0]) return;
  fail("node_features", source_, ": ", array_.shape[0], " rows, but the graphs have ", row_,
       " nodes");
}

Eigen::MatrixXd propagate(const Graph& graph, Eigen::MatrixXd features, std::int64_t rounds) {
  for (std::int64_t round = 0; round < rounds; ++round) {
    Eigen::MatrixXd next = features;
    for (std::int64_t u = 0; u < graph.num_nodes(); ++u) {
      for (const std::int32_t v : graph.neighbours(u)) next.row(u) += features.row(v);
    }
    features = std::move(next);
  }
  return features;
}

}  // namespace isotypic::cli
