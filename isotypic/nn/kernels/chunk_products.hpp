// chunk_products: the matrix products of the fused stack, cut into slices that fit into the cache.
//
// Matrices are row-major. Defined for float and double.
#pragma once

#include <cstdint>

namespace isotypic::nn {

inline constexpr std::int64_t max_chunk_rows = 96;  ///< rows that go through a product at once

/// to [columns, rows] = the transpose of from [rows, columns].
template <typename T>
void transpose(const T* from, std::int64_t rows, std::int64_t columns, T* to);

/// y [rows, out] = x [rows, in] times the matrix [in, out].
template <typename T>
void multiply(const T* x, std::int64_t rows, std::int64_t in, const T* matrix, std::int64_t out,
              T* y);

/// d_weight [out, in] += dy^T x.
template <typename T>
void add_weight_gradient(const T* x, const T* dy, std::int64_t rows, std::int64_t in,
                         std::int64_t out, T* d_weight);

}  // namespace isotypic::nn
