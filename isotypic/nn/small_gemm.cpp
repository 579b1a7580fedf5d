#include "isotypic/nn/small_gemm.hpp"

#include <libxsmm.h>

#include <algorithm>
#include <type_traits>

namespace isotypic::nn {
namespace {

template <typename T>
auto find_kernel(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t lda, std::int64_t ldb,
                 std::int64_t ldc, TransposeB transpose_b, Accumulate accumulate) {
  const auto a = static_cast<libxsmm_blasint>(lda);
  const auto b = static_cast<libxsmm_blasint>(ldb);
  const auto c = static_cast<libxsmm_blasint>(ldc);
  const T alpha = 1;
  const T beta = accumulate == Accumulate::Yes ? T(1) : T(0);
  const int flags =
      transpose_b == TransposeB::Yes ? LIBXSMM_GEMM_FLAG_TRANS_B : LIBXSMM_GEMM_FLAG_NONE;
  const auto rows = static_cast<libxsmm_blasint>(m);
  const auto columns = static_cast<libxsmm_blasint>(n);
  const auto depth = static_cast<libxsmm_blasint>(k);
  if constexpr (std::is_same_v<T, float>) {
    return libxsmm_smmdispatch(rows, columns, depth, &a, &b, &c, &alpha, &beta, &flags, nullptr);
  } else {
    return libxsmm_dmmdispatch(rows, columns, depth, &a, &b, &c, &alpha, &beta, &flags, nullptr);
  }
}

/// For machines or shapes that libxsmm generates no code for.
template <typename T>
void multiply_by_columns(std::int64_t m, std::int64_t n, std::int64_t k, const T* a,
                         std::int64_t lda, const T* b, std::int64_t ldb, T* c, std::int64_t ldc,
                         TransposeB transpose_b, Accumulate accumulate) {
  for (std::int64_t j = 0; j < n; ++j) {
    T* column = c + j * ldc;
    if (accumulate == Accumulate::No) std::fill_n(column, m, T(0));
    for (std::int64_t l = 0; l < k; ++l) {
      const T factor = transpose_b == TransposeB::Yes ? b[l * ldb + j] : b[j * ldb + l];
      const T* from = a + l * lda;
      for (std::int64_t i = 0; i < m; ++i) column[i] += factor * from[i];
    }
  }
}

}  // namespace

template <typename T>
void small_gemm(std::int64_t m, std::int64_t n, std::int64_t k, const T* a, std::int64_t lda,
                const T* b, std::int64_t ldb, T* c, std::int64_t ldc, TransposeB transpose_b,
                Accumulate accumulate) {
  if (m == 0 || n == 0) return;
  const auto kernel =
      k == 0 ? nullptr : find_kernel<T>(m, n, k, lda, ldb, ldc, transpose_b, accumulate);
  if (kernel != nullptr) {
    kernel(a, b, c);
  } else {
    multiply_by_columns(m, n, k, a, lda, b, ldb, c, ldc, transpose_b, accumulate);
  }
}

template void small_gemm<float>(std::int64_t, std::int64_t, std::int64_t, const float*,
                                std::int64_t, const float*, std::int64_t, float*, std::int64_t,
                                TransposeB, Accumulate);
template void small_gemm<double>(std::int64_t, std::int64_t, std::int64_t, const double*,
                                 std::int64_t, const double*, std::int64_t, double*, std::int64_t,
                                 TransposeB, Accumulate);

}  // namespace isotypic::nn
