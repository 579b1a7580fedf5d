// Sample, Dataset, Split: labelled graphs as plain values, without any tensor library.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "isotypic/base/enum_names.hpp"
#include "isotypic/channels/channels.hpp"
#include "isotypic/graph/graph.hpp"

namespace isotypic {

using FloatMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using CategoryMatrix = Eigen::Matrix<std::int32_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// One labelled graph. Matrices with no columns mean "none"; within a dataset every sample has
/// the same columns.
struct Sample {
  Graph graph;
  FloatMatrix node_features;       ///< one row per node
  CategoryMatrix node_categories;  ///< one row per node
  FloatMatrix edge_features;       ///< one row per undirected edge, in the order of graph.edges()
  CategoryMatrix edge_categories;  ///< likewise
  std::int64_t label = 0;          ///< class, for classification
  std::vector<float> targets;      ///< values to predict; NaN marks a missing one
  std::shared_ptr<const Channels> channels;  ///< null when no readout needs them
  std::int64_t id = -1;  ///< its place in the data set that it was read from; -1: in none
};

/// What messages call a sample: by its id, or else by its place in the list at hand.
[[nodiscard]] inline std::int64_t number_of(const Sample& sample, std::int64_t place) {
  return sample.id >= 0 ? sample.id : place;
}

struct Dataset {
  std::string name;
  std::vector<Sample> samples;
  /// Class c is called class_labels[c] in the files; empty if there are no classes.
  std::vector<std::int64_t> class_labels;
  /// Added to the labels in the files so that the categories begin at 0.
  std::int64_t node_label_shift = 0;
  std::int64_t edge_label_shift = 0;
  /// Whether the categories could also be float features, because the files do not say which.
  bool categories_are_numbers = false;
  Simplification dropped;  ///< what the files hold that a simple graph cannot

  [[nodiscard]] std::int64_t num_classes() const { return std::ssize(class_labels); }
};

/// Sample indices of the three parts.
struct Split {
  std::vector<std::int64_t> train;
  std::vector<std::int64_t> valid;
  std::vector<std::int64_t> test;
};

enum class SplitPart { Train, Valid, Test };

[[nodiscard]] inline const std::vector<std::int64_t>& part_of(const Split& split, SplitPart part) {
  if (part == SplitPart::Train) return split.train;
  return part == SplitPart::Valid ? split.valid : split.test;
}

/// A dataset with the split that was published with it; all parts are empty if there is none.
struct SplitDataset {
  Dataset dataset;
  Split split;

  [[nodiscard]] bool has_split() const {
    return !split.train.empty() || !split.valid.empty() || !split.test.empty();
  }
};

template <>
struct EnumNames<SplitPart> {
  static constexpr const char* what = "part of a split";
  static constexpr std::array<std::pair<SplitPart, const char*>, 3> table = {
      {{SplitPart::Train, "train"}, {SplitPart::Valid, "valid"}, {SplitPart::Test, "test"}}};
};

}  // namespace isotypic
