// lane_sum: sums that vectorise without changing with the instruction set.
#pragma once

#include <cstdint>

#include "isotypic/nn/kernels/vector_clones.hpp"

namespace isotypic::nn {

/// The sum of term(0), ..., term(size - 1), in `lanes` parts that are then added by halves: a chain
/// of additions would take longer than the terms of a short row.
template <typename T, std::int64_t lanes, typename Term>
ISOTYPIC_INLINE T lane_sum(std::int64_t size, Term&& term) {
  T partial[lanes] = {};
  std::int64_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    for (std::int64_t l = 0; l < lanes; ++l) partial[l] += term(i + l);
  }
  for (std::int64_t l = 0; i < size; ++i, ++l) partial[l] += term(i);
  for (std::int64_t half = lanes / 2; half > 0; half /= 2) {
    for (std::int64_t l = 0; l < half; ++l) partial[l] += partial[l + half];
  }
  return partial[0];
}

}  // namespace isotypic::nn
