#include "isotypic/nn/kernels/edges/edge_tensors.hpp"

#include <ATen/ATen.h>

#include "isotypic/nn/kernels/row_scatter.hpp"

namespace isotypic::nn {

EdgeTensors checked_edges(const char* where, const Edges& edges) {
  check_row_index(where, edges.source, edges.num_nodes);
  check_row_index(where, edges.target, edges.num_nodes);
  return {edges.source.contiguous(), edges.target.contiguous()};
}

TermRows::TermRows(const c10::optional<at::Tensor>& terms, const at::Tensor& like)
    : rows(terms ? *terms : at::zeros(like.sizes().slice(1), like.options())),
      given(terms.has_value()) {}

at::Tensor TermRows::gradient() const { return at::empty_like(rows); }

EdgeRows edge_rows(const EdgeTensors& edges, const at::Tensor& nodes, const TermRows& terms) {
  EdgeRows rows{.nodes = nodes.size(0),
                .edges = edges.source.size(0),
                .source = edges.source.data_ptr<std::int64_t>(),
                .target = edges.target.data_ptr<std::int64_t>(),
                .heads = nodes.dim() == 3 ? nodes.size(1) : 1,
                .width = nodes.size(-1)};
  rows.term_stride = terms.given ? rows.columns() : 0;
  return rows;
}

c10::optional<at::Tensor> optional_of(const at::Tensor& tensor) {
  return tensor.defined() ? c10::make_optional(tensor) : c10::nullopt;
}

c10::optional<at::Tensor> contiguous_optional(const at::Tensor& tensor) {
  return tensor.defined() ? c10::make_optional(tensor.contiguous()) : c10::nullopt;
}

}  // namespace isotypic::nn
