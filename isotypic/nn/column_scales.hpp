// Means and deviations of columns, for features that are standardised before the first step.
#pragma once

#include <ATen/core/Tensor.h>

namespace isotypic::nn {

/// Means and deviations of columns: value -> (value - mean) * factor is standardised.
struct ColumnScales {
  at::Tensor mean;    ///< double [columns]
  at::Tensor factor;  ///< one over the deviation; 1 for a column that does not vary
};

/// Sums in double over rows that come in parts.
struct ColumnSums {
  at::Tensor sum, square;
  double count = 0.0;

  /// rows [R, columns], weights double [R].
  void add(const at::Tensor& rows, const at::Tensor& weights);
  /// A column varies if its deviation is above 1e-6 of its size, or of 1.
  [[nodiscard]] ColumnScales scales() const;
};

}  // namespace isotypic::nn
