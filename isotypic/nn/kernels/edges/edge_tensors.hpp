// edge_tensors: from the tensors of a layer to the plain arrays of the loops over edges.
#pragma once

#include <ATen/core/Tensor.h>

#include "isotypic/nn/kernels/edges/edge_rows.hpp"
#include "isotypic/nn/layers/layer.hpp"

namespace isotypic::nn {

/// Contiguous ends of edges, all below the number of nodes.
struct EdgeTensors {
  at::Tensor source;
  at::Tensor target;
};

/// Throws Error in the name of `where` if an end is not a node.
[[nodiscard]] EdgeTensors checked_edges(const char* where, const Edges& edges);

/// The rows that edges bring, or one row of zeros in their place.
struct TermRows {
  at::Tensor rows;
  bool given = false;

  /// `like`: node rows of the same dtype and shape.
  TermRows(const c10::optional<at::Tensor>& terms, const at::Tensor& like);

  template <typename T>
  [[nodiscard]] const T* data() const {
    return rows.data_ptr<T>();
  }
  /// Where gradients of the terms go: as many rows.
  [[nodiscard]] at::Tensor gradient() const;
};

/// For node rows shaped like `nodes`, [N, heads, width] or [N, width].
[[nodiscard]] EdgeRows edge_rows(const EdgeTensors& edges, const at::Tensor& nodes,
                                 const TermRows& terms);

/// Nothing for an undefined tensor, as autograd functions take and keep them.
[[nodiscard]] c10::optional<at::Tensor> optional_of(const at::Tensor& tensor);
[[nodiscard]] c10::optional<at::Tensor> contiguous_optional(const at::Tensor& tensor);

}  // namespace isotypic::nn
