// The network that turns described pairs into coefficients, forward. Internal.
#pragma once

#include <algorithm>
#include <cstdint>

#include "isotypic/nn/kernels/operators/type_loops.hpp"
#include "isotypic/nn/kernels/row_loops.hpp"
#include "isotypic/nn/kernels/small_gemm.hpp"

namespace isotypic::nn {

/// Types that are computed together.
inline constexpr std::int64_t block_rows = 64;

/// Rows for `types` types: whole blocks.
[[nodiscard]] inline std::int64_t padded_types(std::int64_t types) {
  return (types + block_rows - 1) / block_rows * block_rows;
}

/// The layers, row-major and transposed: inputs x outputs.
template <typename T>
struct PairNetwork {
  std::int64_t columns, hidden, heads;
  const T* first;  ///< [columns, hidden]
  const T* first_bias;
  const T* second;  ///< [hidden, heads]
  const T* second_bias;
};

template <typename T>
void repeat_row(const T* row, std::int64_t width, T* out) {
  for (std::int64_t r = 0; r < block_rows; ++r) std::copy_n(row, width, out + r * width);
}

/// The types from `begin` to `end`; `begin` is the first of a block. h [padded types, hidden] after
/// ReLU, c [padded types, heads]; phi [block_rows, num_values] is scratch.
template <typename T>
void forward_blocks(const TypeRows<T>& types, std::int64_t begin, std::int64_t end,
                    const PairNetwork<T>& net, T* phi, T* h, T* c) {
  std::fill_n(phi, block_rows * types.num_values, T(0));
  for (std::int64_t first = begin; first < end; first += block_rows) {
    const std::int64_t rows = std::min(block_rows, end - first);
    T* own = h + first * net.hidden;
    std::fill(own + rows * net.hidden, own + block_rows * net.hidden, T(0));
    standardise_types(types, first, rows, phi);
    add_table_rows(types, first, rows, net.first + types.num_values * net.hidden, own);
    small_gemm(net.hidden, block_rows, types.num_values, net.first, net.hidden, phi,
               types.num_values, own, net.hidden, TransposeB::No, Accumulate::Yes);
    add_bias_relu(own, net.first_bias, block_rows, net.hidden);
    repeat_row(net.second_bias, net.heads, c + first * net.heads);
    small_gemm(net.heads, block_rows, net.hidden, net.second, net.heads, own, net.hidden,
               c + first * net.heads, net.heads, TransposeB::No, Accumulate::Yes);
  }
}

}  // namespace isotypic::nn
