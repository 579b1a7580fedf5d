// edge_attention: attention over the incoming edges of every node, several heads, differentiable.
//
// Float and double on the CPU go through the loops of attention_loops.hpp; the plain functions are
// ATen operations that make a row for every edge, for any dtype and device. A node without incoming
// edges reads zero.
#pragma once

#include <ATen/core/Tensor.h>

#include "isotypic/nn/layers/layer.hpp"

namespace isotypic::nn {

/// GATv2: the weights of the edges s -> t into t are the softmax of att . leaky_relu(left_s +
/// right_t + terms), and row t of the result is the weighted sum of left_s.
struct AdditiveAttention {
  at::Tensor left;   ///< [N, heads, width]
  at::Tensor right;  ///< [N, heads, width]
  at::Tensor terms;  ///< [E, heads, width] or undefined
  at::Tensor att;    ///< [1, heads, width]
  double slope = 0.2;
};
[[nodiscard]] at::Tensor attend(const AdditiveAttention& inputs, const Edges& edges);
[[nodiscard]] at::Tensor attend_plain(const AdditiveAttention& inputs, const Edges& edges);

/// The graph transformer: weights are the softmax of query_t . (key_s + terms) / sqrt(width), and
/// row t of the result is the weighted sum of value_s + terms.
struct ProductAttention {
  at::Tensor query;  ///< [N, heads, width]
  at::Tensor key;    ///< [N, heads, width]
  at::Tensor value;  ///< [N, heads, width]
  at::Tensor terms;  ///< [E, heads, width] or undefined
};
[[nodiscard]] at::Tensor attend(const ProductAttention& inputs, const Edges& edges);
[[nodiscard]] at::Tensor attend_plain(const ProductAttention& inputs, const Edges& edges);

}  // namespace isotypic::nn
