#include "isotypic/nn/kernels/chunk_products.hpp"

#include <algorithm>

#include "isotypic/base/team.hpp"
#include "isotypic/nn/kernels/small_gemm.hpp"

namespace isotypic::nn {
namespace {

/// What of a factor that is read again and again may lie in the first-level cache (32 KB or more),
/// beside the rows that stream past it.
constexpr std::int64_t matrix_bytes = 32 * 1024;
constexpr std::int64_t rows_bytes = 24 * 1024;

/// The size of equal slices of at most `most`: few shapes, so few generated kernels.
std::int64_t slice_size(std::int64_t size, std::int64_t most) {
  const std::int64_t slices = std::max<std::int64_t>(1, (size + most - 1) / most);
  return std::max<std::int64_t>(1, (size + slices - 1) / slices);
}

/// Calls body(first, count) for such slices.
template <typename Body>
void over_slices(std::int64_t size, std::int64_t most, Body&& body) {
  const std::int64_t count = slice_size(size, most);
  for (std::int64_t first = 0; first < size; first += count) {
    body(first, std::min(count, size - first));
  }
}

/// How many rows of `width` fit into `bytes`; eight at least, so that a product is worth its call.
template <typename T>
std::int64_t rows_within(std::int64_t bytes, std::int64_t width) {
  return std::max<std::int64_t>(8, bytes / (width * static_cast<std::int64_t>(sizeof(T))));
}

}  // namespace

template <typename T>
void transpose(const T* from, std::int64_t rows, std::int64_t columns, T* to) {
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) to[j * rows + i] = from[i * columns + j];
  }
}

template <typename T>
void multiply(const T* x, std::int64_t rows, std::int64_t in, const T* matrix, std::int64_t out,
              T* y) {
  const std::int64_t size = slice_size(rows, max_chunk_rows);
  share_loop((rows + size - 1) / size, [&](std::int64_t slice) {
    const std::int64_t row = slice * size;
    const std::int64_t count = std::min(size, rows - row);
    over_slices(in, rows_within<T>(matrix_bytes, out), [&](std::int64_t column, std::int64_t k) {
      small_gemm(out, count, k, matrix + column * out, out, x + row * in + column, in,
                 y + row * out, out, TransposeB::No,
                 column == 0 ? Accumulate::No : Accumulate::Yes);
    });
  });
}

template <typename T>
void add_weight_gradient(const T* x, const T* dy, std::int64_t rows, std::int64_t in,
                         std::int64_t out, T* d_weight) {
  over_slices(rows, rows_within<T>(rows_bytes, in), [&](std::int64_t row, std::int64_t count) {
    small_gemm(in, out, count, x + row * in, in, dy + row * out, out, d_weight, in, TransposeB::Yes,
               Accumulate::Yes);
  });
}

#define ISOTYPIC_INSTANTIATE(T)                                                                   \
  template void transpose(const T*, std::int64_t, std::int64_t, T*);                              \
  template void multiply(const T*, std::int64_t, std::int64_t, const T*, std::int64_t, T*);       \
  template void add_weight_gradient(const T*, const T*, std::int64_t, std::int64_t, std::int64_t, \
                                    T*);

ISOTYPIC_INSTANTIATE(float)
ISOTYPIC_INSTANTIATE(double)
#undef ISOTYPIC_INSTANTIATE

}  // namespace isotypic::nn
