#include "isotypic/nn/column_scales.hpp"

#include <ATen/ATen.h>

namespace isotypic::nn {

void ColumnSums::add(const at::Tensor& rows, const at::Tensor& weights) {
  const at::Tensor values = rows.to(at::kDouble);
  const at::Tensor weighed = weights.matmul(values);
  const at::Tensor squares = weights.matmul(values.square());
  sum = sum.defined() ? sum + weighed : weighed;
  square = square.defined() ? square + squares : squares;
  count += weights.sum().item<double>();
}

ColumnScales ColumnSums::scales() const {
  const at::Tensor mean = sum / count;
  const at::Tensor variance = square / count - mean.square();
  const at::Tensor varies = variance > 1e-12 * (1.0 + mean.square());
  return {mean, at::where(varies, variance.clamp_min(1e-300).rsqrt(), at::ones_like(variance))};
}

}  // namespace isotypic::nn
