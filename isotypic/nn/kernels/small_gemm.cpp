#include "isotypic/nn/kernels/small_gemm.hpp"

#include <libxsmm.h>

#include <algorithm>
#include <array>
#include <type_traits>

namespace isotypic::nn {
namespace {

/// What a kernel is generated for.
struct Shape {
  libxsmm_blasint m, n, k, lda, ldb, ldc;
  TransposeB transpose_b;
  Accumulate accumulate;

  bool operator==(const Shape&) const = default;
};

template <typename T>
using Kernel =
    std::conditional_t<std::is_same_v<T, float>, libxsmm_smmfunction, libxsmm_dmmfunction>;

template <typename T>
Kernel<T> generate(const Shape& shape) {
  const T alpha = 1;
  const T beta = shape.accumulate == Accumulate::Yes ? T(1) : T(0);
  const int flags =
      shape.transpose_b == TransposeB::Yes ? LIBXSMM_GEMM_FLAG_TRANS_B : LIBXSMM_GEMM_FLAG_NONE;
  if constexpr (std::is_same_v<T, float>) {
    return libxsmm_smmdispatch(shape.m, shape.n, shape.k, &shape.lda, &shape.ldb, &shape.ldc,
                               &alpha, &beta, &flags, nullptr);
  } else {
    return libxsmm_dmmdispatch(shape.m, shape.n, shape.k, &shape.lda, &shape.ldb, &shape.ldc,
                               &alpha, &beta, &flags, nullptr);
  }
}

/// libxsmm finds a known kernel in some 50 nanoseconds, as long as the smallest products take; a
/// table of the last shapes takes a few.
template <typename T>
Kernel<T> find_kernel(const Shape& shape) {
  struct Entry {
    Shape shape{};
    Kernel<T> kernel = nullptr;
  };
  thread_local std::array<Entry, 64> recent;
  const auto mixed = static_cast<std::uint32_t>(shape.m * 31 + shape.n * 7 + shape.k * 3) ^
                     (shape.transpose_b == TransposeB::Yes ? 16U : 0U) ^
                     (shape.accumulate == Accumulate::Yes ? 32U : 0U);
  Entry& entry = recent[mixed % recent.size()];
  if (entry.kernel == nullptr || !(entry.shape == shape)) {
    entry = {shape, generate<T>(shape)};
  }
  return entry.kernel;
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
  const auto number = [](std::int64_t value) { return static_cast<libxsmm_blasint>(value); };
  const Kernel<T> kernel =
      k == 0 ? nullptr
             : find_kernel<T>({number(m), number(n), number(k), number(lda), number(ldb),
                               number(ldc), transpose_b, accumulate});
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
