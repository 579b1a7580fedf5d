// EdgeRows: what loops over the edges of a batch know of them.
#pragma once

#include <cstdint>

namespace isotypic::nn {

/// Rows are `heads` parts of `width` columns. Edges may bring rows of their own, the terms; where
/// they bring none, one row of zeros stands for all of them (term_stride 0), and one row to write
/// to for their gradients.
struct EdgeRows {
  std::int64_t nodes = 0;
  std::int64_t edges = 0;
  const std::int64_t* source = nullptr;
  const std::int64_t* target = nullptr;
  std::int64_t heads = 1;
  std::int64_t width = 0;
  std::int64_t term_stride = 0;

  [[nodiscard]] std::int64_t columns() const { return heads * width; }
};

}  // namespace isotypic::nn
