// view_features: the features of one graph as the model takes them, without a data set around it.
#pragma once

#include "isotypic/learn/features.hpp"
#include "isotypic/nn/graph_view.hpp"

namespace isotypic::learn {

/// The features of one graph, wherever they lie. Labels are as in the files.
struct RawFeatures {
  CategoryRef node_categories;
  FloatRef node_features;
  CategoryRef edge_categories;
  FloatRef edge_features;
};

/// What align_features() and shape_inputs() do to a data set, for one graph and straight into its
/// view. Throws Error as they do; `graph` is its number in messages.
void view_features(const RawFeatures& raw, const DataShape& shape, std::int64_t graph,
                   nn::ViewArrays& arrays, nn::GraphView& view);

}  // namespace isotypic::learn
