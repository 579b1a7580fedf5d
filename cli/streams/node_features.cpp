#include "cli/streams/node_features.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "isotypic/base/error.hpp"

namespace isotypic::cli {

NodeFeatures::NodeFeatures(std::string source) : source_(std::move(source)) {
  if (source_ == "constant" || source_ == "degree") return;
  array_ = read_npy<double>(source_);
  if (array_.shape.empty()) fail("node_features", source_, ": a single number has no rows");
  if (array_.shape.size() == 2) columns_ = array_.shape[1];
  const auto bad = std::find_if_not(array_.values.begin(), array_.values.end(),
                                    [](double value) { return std::isfinite(value); });
  if (bad != array_.values.end()) {
    fail("node_features", source_, ": row ", (bad - array_.values.begin()) / columns_,
         " holds a NaN or an infinity");
  }
}

Eigen::MatrixXd NodeFeatures::rows(const Graph& graph, std::int64_t first_node) const {
  const std::int64_t n = graph.num_nodes();
  if (source_ == "constant") return Eigen::MatrixXd::Ones(n, 1);
  Eigen::MatrixXd features(n, columns_);
  if (source_ == "degree") {
    for (std::int64_t v = 0; v < n; ++v) features(v, 0) = static_cast<double>(graph.degree(v));
    return features;
  }
  if (first_node + n > array_.shape[0]) {
    fail("node_features", source_, ": ", array_.shape[0],
         " rows are too few: the graphs so far have ", first_node + n, " nodes");
  }
  for (std::int64_t v = 0; v < n; ++v) {
    for (std::int64_t j = 0; j < columns_; ++j) {
      features(v, j) = array_.values[(first_node + v) * columns_ + j];
    }
  }
  return features;
}

void NodeFeatures::expect_rows(std::int64_t num_nodes) const {
  if (!from_file() || num_nodes == array_.shape[0]) return;
  fail("node_features", source_, ": ", array_.shape[0], " rows, but the graphs have ", num_nodes,
       " nodes");
}

Eigen::MatrixXd propagate(const Graph& graph, Eigen::MatrixXd features, std::int64_t rounds) {
  for (std::int64_t round = 1; round <= rounds; ++round) {
    Eigen::MatrixXd next = features;
    for (std::int64_t u = 0; u < graph.num_nodes(); ++u) {
      for (const std::int32_t v : graph.neighbours(u)) next.row(u) += features.row(v);
    }
    features = std::move(next);
    if (!features.allFinite()) {
      fail("propagate", "round ", round, " of ", rounds,
           " leaves the range of double: give fewer --rounds or smaller features");
    }
  }
  return features;
}

}  // namespace isotypic::cli
