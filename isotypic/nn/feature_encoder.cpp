#include "isotypic/nn/feature_encoder.hpp"

#include <ATen/ATen.h>

#include <numeric>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/initialise.hpp"
#include "isotypic/nn/kernels/row_scatter.hpp"

namespace isotypic::nn {

const std::vector<std::int64_t>& ogb_atom_categories() {
  static const std::vector<std::int64_t> sizes = {119, 5, 12, 12, 10, 6, 6, 2, 2};
  return sizes;
}

const std::vector<std::int64_t>& ogb_bond_categories() {
  static const std::vector<std::int64_t> sizes = {5, 6, 2};
  return sizes;
}

CategoryEncoder::CategoryEncoder(std::vector<std::int64_t> sizes_, std::int64_t width_)
    : sizes(std::move(sizes_)), width(width_) {
  std::vector<std::int64_t> first(sizes.size(), 0);
  std::exclusive_scan(sizes.begin(), sizes.end(), first.begin(), std::int64_t{0});
  const std::int64_t rows = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  weight = register_parameter("weight", at::empty({rows, width}));
  for (std::size_t c = 0; c < sizes.size(); ++c) glorot_(weight.narrow(0, first[c], sizes[c]));
  // Not buffers: Module::to(dtype) would turn them into floats.
  first_rows_ = at::tensor(first, at::kLong);
  limits_ = at::tensor(sizes, at::kLong);
}

at::Tensor CategoryEncoder::forward(const at::Tensor& categories) {
  const auto columns = static_cast<std::int64_t>(sizes.size());
  if (categories.dim() != 2 || categories.size(1) != columns) {
    fail("CategoryEncoder", "expected ", columns, " categorical columns, got ", categories.sizes());
  }
  if (categories.numel() > 0 && ((categories < 0) | (categories >= limits_)).any().item<bool>()) {
    fail("CategoryEncoder", "a category is not below the size of its column");
  }
  if (categories.size(0) == 0) return at::zeros({0, width}, weight.options());
  const at::Tensor rows = categories + first_rows_.to(categories.device());
  if (rows_on_cpu(weight)) return gather_rows_cpu(weight, rows);
  return std::get<0>(
      at::embedding_bag(weight, rows.reshape({-1}),
                        at::arange(0, categories.numel(), columns, categories.options())));
}

}  // namespace isotypic::nn
