// scatter: reductions of rows over groups that an index names.
//
// Any dtype and device, differentiable: ATen operations, or our own loops (row_scatter.hpp) for
// float and double on the CPU. Shapes:
// `values` [K, ...], `index` int64 [K] with entries below `groups`, result [groups, ...]. A group
// without members reads zero.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace isotypic::nn {

/// Row k of the result is row index[k] of `values`: the adjoint of scatter_sum.
[[nodiscard]] at::Tensor gather_rows(const at::Tensor& values, const at::Tensor& index);

[[nodiscard]] at::Tensor scatter_sum(const at::Tensor& values, const at::Tensor& index,
                                     std::int64_t groups);
[[nodiscard]] at::Tensor scatter_mean(const at::Tensor& values, const at::Tensor& index,
                                      std::int64_t groups);
[[nodiscard]] at::Tensor scatter_max(const at::Tensor& values, const at::Tensor& index,
                                     std::int64_t groups);
[[nodiscard]] at::Tensor scatter_min(const at::Tensor& values, const at::Tensor& index,
                                     std::int64_t groups);
/// Standard deviation sqrt(E[x^2] - E[x]^2), by deviation_of.
[[nodiscard]] at::Tensor scatter_std(const at::Tensor& values, const at::Tensor& index,
                                     std::int64_t groups);
/// The root of a variance; variances up to 1e-5 count as zero and have no gradient (PyG's rule,
/// since the square root has none at zero).
[[nodiscard]] at::Tensor deviation_of(const at::Tensor& variance);
/// Softmax of each column within each group; result [K, ...].
[[nodiscard]] at::Tensor scatter_softmax(const at::Tensor& values, const at::Tensor& index,
                                         std::int64_t groups);
/// Number of members of every group, int64 [groups].
[[nodiscard]] at::Tensor group_sizes(const at::Tensor& index, std::int64_t groups);

}  // namespace isotypic::nn
