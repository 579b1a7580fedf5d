#include "isotypic/learn/prediction_row.hpp"

#include <algorithm>
#include <cmath>

#include "isotypic/base/error.hpp"

namespace isotypic::learn {

bool gives_classes(const Pipeline& pipeline) {
  return pipeline.options.task == Task::Classification;
}

void finish_row(const Pipeline& pipeline, const float* outputs, std::int64_t graph,
                std::span<double> row) {
  const bool classes = gives_classes(pipeline);
  const std::span<double> values = classes ? row.subspan(1) : row;
  std::copy_n(outputs, values.size(), values.begin());
  if (classes) {
    const double largest = *std::ranges::max_element(values);
    double sum = 0.0;
    for (double& value : values) sum += value = std::exp(value - largest);
    for (double& value : values) value /= sum;
  } else if (pipeline.options.task == Task::Binary) {
    for (double& value : values) value = 1.0 / (1.0 + std::exp(-value));
  }
  if (std::ranges::any_of(values, [](double value) { return std::isnan(value); })) {
    fail_as(ErrorKind::Runtime, "predict", "the output for graph ", graph, " is not a number");
  }
  if (!classes) return;
  const auto best = std::ranges::max_element(values) - values.begin();
  row[0] = static_cast<double>(pipeline.shape.class_labels[best]);
}

}  // namespace isotypic::learn
