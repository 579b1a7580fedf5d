// SampleBuilder: rows of number tables become the graph and the matrices of a Sample.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "isotypic/data/dataset.hpp"
#include "isotypic/data/internal/number_table.hpp"

namespace isotypic {

/// A line of an edge file; the ends are numbered within their graph.
struct EdgeRow {
  Edge edge;
  std::int64_t row = 0;
};

/// The features of nodes or edges as files give them.
struct FeatureTables {
  std::optional<NumberTable> floats;
  std::optional<NumberTable> categories;
  std::int64_t category_shift = 0;  ///< added to every category, so that none is negative
};

/// Adds a sample with this graph to `dataset`. Its nodes are the rows first_node, first_node + 1,
/// ... of `nodes`. An edge may be listed in one direction or in both; it gets the features of its
/// first line. Self-loops and repetitions are left out and counted in dataset.dropped.
void add_sample(Dataset& dataset, std::int64_t first_node, std::int64_t num_nodes,
                std::vector<EdgeRow> edge_rows, const FeatureTables& nodes,
                const FeatureTables& edges);

/// Numbers the classes: until now `label` is what the files say, afterwards its place among the
/// distinct values, which become dataset.class_labels.
void number_classes(Dataset& dataset);

}  // namespace isotypic
