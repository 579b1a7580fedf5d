// ColumnMoments: two sums per column of a matrix that comes in pieces. Internal.
#pragma once

#include <cstdint>
#include <vector>

#include "isotypic/nn/batch_share.hpp"

namespace isotypic::nn {

/// Two sums over the rows of a batch for every column, in double and in the order of the pieces:
/// forward mean and squared distance from it, backward what the gradient of a norm needs.
struct ColumnMoments {
  void begin(std::int64_t width);
  /// Chan's update: the moments of two parts give those of their union. Defined for float and
  /// double, as is add().
  template <typename T>
  void merge(std::int64_t rows, const T* mean, const T* squares);
  /// Plain sums.
  template <typename T>
  void add(std::int64_t rows, const T* some, const T* others);

  std::vector<double> first;   ///< the mean, or the sum of dy
  std::vector<double> second;  ///< squared distances from the mean, or the sum of dy * xhat
  std::int64_t rows_seen = 0;
};

/// What merge() makes of all shares of a batch, in their order; everyone gets the same.
[[nodiscard]] ColumnMoments merge_shares(const BatchShare& share, const ColumnMoments& own);

/// Likewise for add().
[[nodiscard]] ColumnMoments sum_shares(const BatchShare& share, const ColumnMoments& own);

}  // namespace isotypic::nn
