#include "isotypic/nn/kernels/fused/fused_norm.hpp"

#include <algorithm>
#include <cmath>

namespace isotypic::nn {

template <typename T>
void FusedNorm<T>::allocate(Workspace& workspace, std::int64_t width) {
  for (T** row : {&statistics.scale, &statistics.shift, &statistics.mean, &statistics.inv_std}) {
    *row = workspace.take<T>(width);
  }
}

template <typename T>
void FusedNorm<T>::set(const ColumnMoments& own, const NormOptions& options) {
  const bool shared = options.training && options.share != nullptr;
  ColumnMoments all;
  if (shared) all = merge_shares(*options.share, own);
  const ColumnMoments& moments = shared ? all : own;
  const auto n = static_cast<double>(moments.rows_seen);
  for (std::size_t c = 0; c < moments.first.size(); ++c) {
    auto mean = static_cast<double>(running_mean[c]);
    auto variance = static_cast<double>(running_var[c]);
    if (options.training) {
      mean = moments.first[c];
      variance = moments.second[c] / n;
      const double unbiased = moments.second[c] / std::max(1.0, n - 1);
      running_mean[c] += static_cast<T>(options.momentum * (mean - running_mean[c]));
      running_var[c] += static_cast<T>(options.momentum * (unbiased - running_var[c]));
    }
    const double inv_std = 1.0 / std::sqrt(variance + options.eps);
    statistics.mean[c] = static_cast<T>(mean);
    statistics.inv_std[c] = static_cast<T>(inv_std);
    const double scale = static_cast<double>(gamma[c]) * inv_std;
    statistics.scale[c] = static_cast<T>(scale);
    statistics.shift[c] = static_cast<T>(static_cast<double>(beta[c]) - mean * scale);
  }
}

template <typename T>
void finish_norm_gradient(const ColumnMoments& own, const NormOptions& options, T* d_gamma,
                          T* d_beta, T* mean_dy, T* mean_dy_xhat) {
  const bool shared = options.training && options.share != nullptr;
  ColumnMoments all;
  if (shared) all = sum_shares(*options.share, own);
  const ColumnMoments& sums = shared ? all : own;
  const double share = options.training ? 1.0 / static_cast<double>(sums.rows_seen) : 0.0;
  for (std::size_t c = 0; c < sums.first.size(); ++c) {
    d_beta[c] = static_cast<T>(own.first[c]);
    d_gamma[c] = static_cast<T>(own.second[c]);
    mean_dy[c] = static_cast<T>(sums.first[c] * share);
    mean_dy_xhat[c] = static_cast<T>(sums.second[c] * share);
  }
}

#define ISOTYPIC_INSTANTIATE(T) \
  template struct FusedNorm<T>; \
  template void finish_norm_gradient(const ColumnMoments&, const NormOptions&, T*, T*, T*, T*);

ISOTYPIC_INSTANTIATE(float)
ISOTYPIC_INSTANTIATE(double)
#undef ISOTYPIC_INSTANTIATE

}  // namespace isotypic::nn
