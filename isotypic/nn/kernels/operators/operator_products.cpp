// The products of the learned operators with the mixed embeddings of their graphs.
#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <torch/csrc/autograd/custom_function.h>

#include <vector>

#include "isotypic/nn/kernels/operators/operator_graph.hpp"
#include "isotypic/nn/kernels/operators/operator_kernel.hpp"
#include "isotypic/nn/kernels/row_chunks.hpp"

namespace isotypic::nn {
namespace {

/// The index tensors of a batch: node_offsets, type_offsets, then those of PairIndex.
using Indices = std::vector<at::Tensor>;

PairIndex pair_index(const Indices& indices) {
  return {indices[0], indices[2], indices[3], indices[4], indices[5]};
}

/// Calls body(graph, first node, first type) for every graph, in any order.
template <typename Body>
void over_graphs(const Indices& indices, std::int64_t heads, std::int64_t width, Body&& body) {
  const auto* nodes = indices[0].data_ptr<std::int64_t>();
  const auto* types = indices[1].data_ptr<std::int64_t>();
  const PairIndex index = pair_index(indices);
  share_loop(indices[0].size(0) - 1, [&](std::int64_t g) {
    const PackedPairs pairs = packed_pairs(index, g);
    std::vector<std::int32_t> type_of(static_cast<std::size_t>(ordered_pairs(pairs)));
    std::vector<std::int32_t> partners;
    std::vector<std::int64_t> rows;
    if (pairs.partners != nullptr) {
      partners.resize(type_of.size());
      rows.resize(static_cast<std::size_t>(pairs.n + 1));
    }
    const PairRoom room{type_of.data(), rows.data(), partners.data()};
    body(unpack_pairs(pairs, heads, width, room), nodes[g], types[g]);
  });
}

/// v = x W^T, `transposed` being W^T.
template <typename T>
void mix_rows(const at::Tensor& x, const at::Tensor& transposed, const at::Tensor& v) {
  const std::int64_t in = x.size(1);
  const std::int64_t out = v.size(1);
  share_chunks(RowChunks(x.size(0)), [&](std::int64_t first, std::int64_t rows) {
    multiply_rows(rows, x.data_ptr<T>() + first * in, in, transposed.data_ptr<T>(), out,
                  v.data_ptr<T>() + first * out, out, Accumulate::No);
  });
}

/// dx = dv W, and d_transposed += x^T dv.
template <typename T>
void mix_gradient(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& dv,
                  const at::Tensor& dx, const at::Tensor& d_transposed) {
  const std::int64_t in = x.size(1);
  const std::int64_t out = dv.size(1);
  const RowChunks chunks(x.size(0));
  const Lanes lanes = make_lanes(chunks.count(), chunks.rows());
  LaneSums<T> d_weight(d_transposed.data_ptr<T>(), d_transposed.numel(), lanes);
  share_lanes(chunks, lanes, [&](std::int64_t lane) {
    return [&, own = d_weight.of(lane)](std::int64_t first, std::int64_t rows) {
      const T* d_own = dv.data_ptr<T>() + first * out;
      multiply_rows(rows, d_own, out, weight.data_ptr<T>(), in, dx.data_ptr<T>() + first * in, in,
                    Accumulate::No);
      add_outer_products(rows, x.data_ptr<T>() + first * in, in, d_own, out, own);
    };
  });
  d_weight.add_up();
}

/// y [N, width + 2 heads].
template <typename T>
void products_forward(const Indices& indices, const at::Tensor& c, const at::Tensor& v,
                      const at::Tensor& y) {
  const std::int64_t heads = c.size(1);
  const std::int64_t width = v.size(1);
  const std::int64_t stride = y.size(1);
  over_graphs(indices, heads, width,
              [&](const OperatorGraph& graph, std::int64_t node, std::int64_t type) {
                const T* own = c.data_ptr<T>() + type * heads;
                T* to = y.data_ptr<T>() + node * stride;
                apply_operators(graph, own, v.data_ptr<T>() + node * width, width, to, stride);
                operator_rows(graph, own, to + width, stride);
              });
}

template <typename T>
void products_backward(const Indices& indices, const at::Tensor& c, const at::Tensor& v,
                       const at::Tensor& dy, const at::Tensor& dc, const at::Tensor& dv) {
  const std::int64_t heads = c.size(1);
  const std::int64_t width = v.size(1);
  const std::int64_t stride = dy.size(1);
  over_graphs(indices, heads, width,
              [&](const OperatorGraph& graph, std::int64_t node, std::int64_t type) {
                const T* from = dy.data_ptr<T>() + node * stride;
                // The operators are symmetric, so their transposes need no loop of their own.
                apply_operators(graph, c.data_ptr<T>() + type * heads, from, stride,
                                dv.data_ptr<T>() + node * width, width);
                operator_gradient(graph, v.data_ptr<T>() + node * width, from, stride,
                                  dc.data_ptr<T>() + type * heads);
              });
}

class ProductFunction : public torch::autograd::Function<ProductFunction> {
 public:
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& c,
                            const at::Tensor& x, const at::Tensor& weight, const Indices& indices) {
    const at::Tensor transposed = weight.t().contiguous();
    at::Tensor v = at::empty({x.size(0), weight.size(0)}, x.options());
    at::Tensor y = at::empty({x.size(0), weight.size(0) + 2 * c.size(1)}, x.options());
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "operator_products", [&] {
      mix_rows<scalar_t>(x, transposed, v);
      products_forward<scalar_t>(indices, c, v, y);
    });
    std::vector<at::Tensor> saved = {c, x, weight, v};
    saved.insert(saved.end(), indices.begin(), indices.end());
    context->save_for_backward(saved);
    return y;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& grads) {
    const auto saved = context->get_saved_variables();
    const at::Tensor& c = saved[0];
    const at::Tensor& x = saved[1];
    const at::Tensor weight = saved[2].contiguous();
    const at::Tensor& v = saved[3];
    const Indices indices(saved.begin() + 4, saved.end());
    const at::Tensor dy = grads[0].contiguous();
    at::Tensor dc = at::zeros_like(c);
    at::Tensor dv = at::empty_like(v);
    at::Tensor dx = at::empty_like(x);
    at::Tensor d_transposed = at::zeros({x.size(1), v.size(1)}, x.options());
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "operator_products_backward", [&] {
      products_backward<scalar_t>(indices, c, v, dy, dc, dv);
      mix_gradient<scalar_t>(x, weight, dv, dx, d_transposed);
    });
    return {dc, dx, d_transposed.t(), {}};
  }
};

}  // namespace

at::Tensor operator_products(const at::Tensor& c, const at::Tensor& x, const at::Tensor& weight,
                             const Batch& batch) {
  return ProductFunction::apply(
      c.contiguous(), x.contiguous(), weight,
      Indices{batch.node_offsets, batch.pairs.type_offsets, batch.pairs.pair_offsets,
              batch.pairs.type_of, batch.pairs.partner_offsets, batch.pairs.partners});
}

}  // namespace isotypic::nn
