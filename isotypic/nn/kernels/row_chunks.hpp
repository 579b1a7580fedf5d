// Products of tall matrices with small ones, a few rows at a time. Internal.
#pragma once

#include <cstdint>

#include "isotypic/nn/kernels/small_gemm.hpp"

namespace isotypic::nn {

inline constexpr std::int64_t largest_chunk = 64;

/// Calls body(first row, rows) with chunks of few sizes, so that few kernels are generated.
template <typename Body>
void over_chunks(std::int64_t rows, Body&& body) {
  std::int64_t first = 0;
  for (const std::int64_t size : {largest_chunk, std::int64_t{8}, std::int64_t{1}}) {
    for (; first + size <= rows; first += size) body(first, size);
  }
}

/// y [rows, out] = x [rows, in] times `matrix` [in, out], whose rows begin every `stride` numbers.
template <typename T>
void multiply_rows(std::int64_t rows, const T* x, std::int64_t in, const T* matrix,
                   std::int64_t stride, T* y, std::int64_t out, Accumulate accumulate) {
  small_gemm(out, rows, in, matrix, stride, x, in, y, out, TransposeB::No, accumulate);
}

/// matrix [in, out] += x^T dy, for x [rows, in] and dy [rows, out].
template <typename T>
void add_outer_products(std::int64_t rows, const T* x, std::int64_t in, const T* dy,
                        std::int64_t out, T* matrix) {
  small_gemm(out, in, rows, dy, out, x, in, matrix, out, TransposeB::Yes, Accumulate::Yes);
}

}  // namespace isotypic::nn
