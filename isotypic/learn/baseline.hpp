// baseline_score: what a network must beat, the best answer that looks at no graph.
#pragma once

#include <string>

#include "isotypic/learn/pipeline.hpp"

namespace isotypic::learn {

/// "majority class" for a classification, "constant answer" for a binary task, "mean of the
/// training part" for a regression.
[[nodiscard]] std::string baseline_name(Task task);

/// The pipeline's metric on the test part, if every graph gets that answer: the most frequent class
/// of the training part (the first of equals), or the mean of its targets. `data` comes from
/// prepare_training(). NaN without a test part, and where the test part does not define the metric.
[[nodiscard]] double baseline_score(const Pipeline& pipeline, const nn::GraphTensors& data);

}  // namespace isotypic::learn
