// What a pipeline is to predict: the task, and the answers that the data set has.
#pragma once

#include <string>
#include <vector>

#include "isotypic/learn/pipeline.hpp"

namespace isotypic::learn {

/// What "auto" stands for: classification with class labels, binary with targets that are all 0 or
/// 1, else regression. Throws Error if the data set has nothing of the kind.
void resolve_task(PipelineOptions& options, DataShape& shape, const Dataset& dataset);

/// Whether the class of a graph is what is learnt: for a classification if there are classes, for a
/// binary task if there is nothing else. Otherwise it is the targets.
[[nodiscard]] bool learns_classes(Task task, const Dataset& dataset);

/// Whether the data set has answers of the kind that the pipeline gives.
[[nodiscard]] bool has_answers(const Pipeline& pipeline, const Dataset& dataset);

/// What folds should have equal shares of: a number per graph, equal for equal answers. All 0 where
/// there are no classes: for a regression, and for several targets.
[[nodiscard]] std::vector<std::int64_t> classes_of(Task task, const Dataset& dataset);

/// Throws Error in the name of `where` unless all targets that are there are 0 or 1.
void check_binary_targets(const char* where, const Dataset& dataset);

/// Throws Error unless the training part has something to learn and the validation part defines the
/// score of the task.
void check_parts(Task task, const Dataset& dataset, const Split& split);

/// Brings labels and targets into the form of the task.
void set_truth(Dataset& dataset, Task task, const DataShape& shape);

}  // namespace isotypic::learn
