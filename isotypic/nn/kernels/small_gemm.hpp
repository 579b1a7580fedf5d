// small_gemm: products of small matrices with code generated for the machine it runs on.
#pragma once

#include <cstdint>

namespace isotypic::nn {

enum class TransposeB { No, Yes };
enum class Accumulate { No, Yes };

/// C = A B or C += A B, all column-major: A is m x k with leading dimension lda, B is k x n (or,
/// transposed, stored n x k), C is m x n. A row-major matrix with rows of length m is a
/// column-major one with m rows, so products of row-major matrices read from right to left.
///
/// libxsmm generates one kernel per shape on first use (some 60 microseconds); callers keep the
/// number of shapes bounded. Thread-safe.
template <typename T>
void small_gemm(std::int64_t m, std::int64_t n, std::int64_t k, const T* a, std::int64_t lda,
                const T* b, std::int64_t ldb, T* c, std::int64_t ldc, TransposeB transpose_b,
                Accumulate accumulate);

extern template void small_gemm<float>(std::int64_t, std::int64_t, std::int64_t, const float*,
                                       std::int64_t, const float*, std::int64_t, float*,
                                       std::int64_t, TransposeB, Accumulate);
extern template void small_gemm<double>(std::int64_t, std::int64_t, std::int64_t, const double*,
                                        std::int64_t, const double*, std::int64_t, double*,
                                        std::int64_t, TransposeB, Accumulate);

}  // namespace isotypic::nn
