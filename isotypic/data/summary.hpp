// DatasetSummary: what a data set holds, in numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "isotypic/data/dataset.hpp"

namespace isotypic {

struct TargetSummary {
  std::int64_t present = 0;
  std::int64_t missing = 0;
  double mean = 0.0;
  double deviation = 0.0;  ///< of the sample: n - 1
  double min = 0.0;
  double max = 0.0;
};

struct DatasetSummary {
  std::int64_t graphs = 0;
  std::int64_t nodes = 0;
  std::int64_t edges = 0;  ///< undirected
  double mean_nodes = 0.0;
  double mean_edges = 0.0;
  std::int64_t min_nodes = 0;
  std::int64_t max_nodes = 0;
  std::int64_t isolated_nodes = 0;
  std::int64_t node_features = 0;             ///< float columns
  std::int64_t edge_features = 0;             ///< float columns
  std::vector<std::int64_t> node_categories;  ///< per column the largest category, plus one
  std::vector<std::int64_t> edge_categories;
  std::vector<std::int64_t> class_sizes;  ///< graphs per class
  std::vector<TargetSummary> targets;     ///< per target
};

[[nodiscard]] DatasetSummary summarise(const Dataset& dataset);

}  // namespace isotypic
