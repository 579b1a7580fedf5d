// row_scatter: gathering and scattering whole rows on the CPU, float and double, differentiable.
//
// LibTorch 1.13 adds rows one tensor operation at a time and reduces extrema element by element;
// these loops run along the rows. Sums are taken in the order of the index.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace isotypic::nn {

/// Whether the functions below take this tensor; otherwise ATen's operations have to.
[[nodiscard]] bool rows_on_cpu(const at::Tensor& values);

/// Throws Error in the name of `where` unless `index` is one row of int64 below `groups`.
void check_row_index(const char* where, const at::Tensor& index, std::int64_t groups);

/// Row k of the result is row index[k] of `values`; with an index of several columns (at least
/// one) it is the sum of the rows index[k, 0], index[k, 1], ... Throws Error if an index is out of
/// range; so do the others.
[[nodiscard]] at::Tensor gather_rows_cpu(const at::Tensor& values, const at::Tensor& index);

/// Row g of the result is the sum of the rows k with index[k] = g; with an index of several columns
/// row k counts once for every column that is g.
[[nodiscard]] at::Tensor scatter_rows_cpu(const at::Tensor& values, const at::Tensor& index,
                                          std::int64_t groups);

/// Largest entries by group and column; zero for groups without members. Members that attain the
/// maximum share its gradient, as in LibTorch. (Where the maximum is zero, LibTorch 1.13 gives a
/// share to the zeros that it starts from, which is lost; ours gives the members all of it.)
[[nodiscard]] at::Tensor scatter_max_cpu(const at::Tensor& values, const at::Tensor& index,
                                         std::int64_t groups);

}  // namespace isotypic::nn
