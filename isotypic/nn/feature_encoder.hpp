// FeatureEncoder: raw node or edge features to vectors of the model's width.
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>
#include <torch/nn/modules/linear.h>

#include <cstdint>
#include <vector>

namespace isotypic::nn {

/// Sizes of the categorical columns of OGB's molecule features.
[[nodiscard]] const std::vector<std::int64_t>& ogb_atom_categories();
[[nodiscard]] const std::vector<std::int64_t>& ogb_bond_categories();

/// Sum of one embedding per categorical column, as OGB's atom and bond encoders: column c has
/// categories 0..sizes[c]-1. All tables are one parameter, one behind the other; each starts from
/// Glorot's distribution.
class CategoryEncoder : public torch::nn::Module {
 public:
  CategoryEncoder(std::vector<std::int64_t> sizes_, std::int64_t width_);

  /// int64 [K, columns] -> [K, width]. Throws Error if a category is out of range.
  [[nodiscard]] at::Tensor forward(const at::Tensor& categories);

  std::vector<std::int64_t> sizes;
  std::int64_t width;
  at::Tensor weight;  ///< [sum of sizes, width]

 private:
  at::Tensor first_rows_;  // int64 [columns]
  at::Tensor limits_;      // int64 [columns]
};

}  // namespace isotypic::nn
