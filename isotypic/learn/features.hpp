// What goes into a pipeline: which columns there are, and which of them the model reads.
#pragma once

#include <vector>

#include "isotypic/learn/pipeline.hpp"
#include "isotypic/nn/encoder_options.hpp"

namespace isotypic::learn {

using CategoryRef = Eigen::Ref<const CategoryMatrix>;
using FloatRef = Eigen::Ref<const FloatMatrix>;

[[nodiscard]] DataShape shape_of(const Dataset& dataset);
[[nodiscard]] Json shape_to_json(const DataShape& shape);
[[nodiscard]] DataShape shape_from_json(const Json& json);

/// What "auto" stands for: all that the nodes have. Throws Error if they lack what is asked for.
void resolve_node_input(PipelineOptions& options, DataShape& shape, const Dataset& dataset);

/// Forgets the features of edges if the encoder does not read them.
void resolve_edge_input(const PipelineOptions& options, DataShape& shape);

/// Gives the features that the model reads the form they had in training: categories, where the
/// smallest label may have been another one, and attributes, which may happen to be whole numbers.
/// Throws Error, naming the graph, for a label too far from those of the training.
void align_features(const DataShape& shape, Dataset& dataset);

/// Throws Error, naming the graph, unless the matrix has one row for each of `rows` nodes or
/// edges, one column per size, and only categories below it. `shift`: from labels to categories,
/// for the message; `what`: node or edge. `added` is what has still to be added to the numbers of
/// the matrix.
void check_categories(const CategoryRef& matrix, std::int64_t rows,
                      const std::vector<std::int64_t>& sizes, std::int64_t shift,
                      std::int64_t graph, const char* what, std::int64_t added = 0);

/// Throws Error, naming the graph, unless the matrix has that many rows and columns.
void check_features(const FloatRef& matrix, std::int64_t rows, std::int64_t columns,
                    std::int64_t graph, const char* what);

/// One-hot columns for every categorical column, then the attributes, into `joined`, which must be
/// zero on entry. `added` is added to the categories.
void join_features(const CategoryRef& categories, const FloatRef& features, const DataShape& shape,
                   std::int64_t added, Eigen::Ref<FloatMatrix> joined);

/// Columns of join_features().
[[nodiscard]] std::int64_t joined_columns(const DataShape& shape);

/// Brings the features into the form that encoder_inputs() describes. Errors name the sample by
/// number_of().
void shape_inputs(std::vector<Sample>& samples, const DataShape& shape);
[[nodiscard]] nn::EncoderOptions encoder_inputs(const DataShape& shape);

}  // namespace isotypic::learn
