// How a pipeline sees its data: which columns go in, and what is to be predicted.
#pragma once

#include <vector>

#include "isotypic/nn/encoder.hpp"
#include "isotypic/train/pipeline.hpp"

namespace isotypic::train {

[[nodiscard]] DataShape shape_of(const Dataset& dataset);
[[nodiscard]] Json shape_to_json(const DataShape& shape);
[[nodiscard]] DataShape shape_from_json(const Json& json);

/// What "auto" stands for: classification with class labels, binary with targets that are all 0 or
/// 1, else regression. Throws Error if the data set has nothing of the kind.
void resolve_task(PipelineOptions& options, DataShape& shape, const Dataset& dataset);

/// Throws Error in the name of `where` unless all targets that are there are 0 or 1.
void check_binary_targets(const char* where, const Dataset& dataset);

/// What "auto" stands for: all that the nodes have. Throws Error if they lack what is asked for.
void resolve_node_input(PipelineOptions& options, DataShape& shape);

/// Forgets the features of edges if the encoder does not read them.
void resolve_edge_input(const PipelineOptions& options, DataShape& shape);

/// Throws Error unless the training part has something to learn and the validation part defines the
/// score of the task.
void check_parts(const std::string& task, const Dataset& dataset, const Split& split);

/// Gives the labels that the model reads the categories they had in training, where the smallest
/// label may have been another one. Throws Error, naming the graph, for a label below that.
void align_labels(const DataShape& shape, Dataset& dataset);

/// Throws Error, naming the graph, unless the matrix has one column per size and only categories
/// below it. `what`: node or edge.
void check_categories(const CategoryMatrix& matrix, std::int64_t rows,
                      const std::vector<std::int64_t>& sizes, std::int64_t graph, const char* what);

/// Brings labels and targets into the form of the task.
void set_truth(Dataset& dataset, const std::string& task, const DataShape& shape);

/// Brings the features into the form that encoder_inputs() describes. In errors the samples are
/// called by their `numbers`; none: 0, 1, ...
void shape_inputs(std::vector<Sample>& samples, const DataShape& shape,
                  std::span<const std::int64_t> numbers);
[[nodiscard]] nn::EncoderOptions encoder_inputs(const DataShape& shape);

}  // namespace isotypic::train
