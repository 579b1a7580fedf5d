// The products of the learned operators with the embeddings of their graphs.
#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <torch/csrc/autograd/custom_function.h>

#include <vector>

#include "isotypic/nn/kernels/operator_kernel.hpp"
#include "isotypic/nn/kernels/operator_loops.hpp"

namespace isotypic::nn {
namespace {

/// The index tensors of a batch: node_offsets, type_offsets, pair_offsets, type_of.
using Indices = std::vector<at::Tensor>;

/// Calls body(graph, first node, first type) for every graph.
template <typename Body>
void over_graphs(const Indices& indices, std::int64_t heads, std::int64_t width, Body&& body) {
  const auto* nodes = indices[0].data_ptr<std::int64_t>();
  const auto* types = indices[1].data_ptr<std::int64_t>();
  const auto* pairs = indices[2].data_ptr<std::int64_t>();
  const auto* type_of = indices[3].data_ptr<std::int32_t>();
  std::vector<std::int32_t> square;
  for (std::int64_t g = 0; g + 1 < indices[0].size(0); ++g) {
    const std::int64_t n = nodes[g + 1] - nodes[g];
    const std::int32_t* packed = type_of + pairs[g];
    square.resize(static_cast<std::size_t>(n * n));
    for (std::int64_t i = 0; i < n; ++i) {
      for (std::int64_t j = 0; j <= i; ++j) square[i * n + j] = square[j * n + i] = *packed++;
    }
    body(OperatorGraph{n, square.data(), heads, width}, nodes[g], types[g]);
  }
}

class ProductFunction : public torch::autograd::Function<ProductFunction> {
 public:
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& c,
                            const at::Tensor& v, const Indices& indices) {
    const std::int64_t heads = c.size(1);
    const std::int64_t width = v.size(1);
    const std::int64_t stride = width + 2 * heads;
    at::Tensor y = at::empty({v.size(0), stride}, v.options());
    AT_DISPATCH_FLOATING_TYPES(v.scalar_type(), "operator_products", [&] {
      const auto* coefficients = c.data_ptr<scalar_t>();
      const auto* from = v.data_ptr<scalar_t>();
      auto* to = y.data_ptr<scalar_t>();
      over_graphs(indices, heads, width,
                  [&](const OperatorGraph& graph, std::int64_t node, std::int64_t type) {
                    const auto* own = coefficients + type * heads;
                    apply_operators(graph, own, from + node * width, width, to + node * stride,
                                    stride);
                    operator_rows(graph, own, to + node * stride + width, stride);
                  });
    });
    std::vector<at::Tensor> saved = {c, v};
    saved.insert(saved.end(), indices.begin(), indices.end());
    context->save_for_backward(saved);
    return y;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& grads) {
    const auto saved = context->get_saved_variables();
    const at::Tensor& c = saved[0];
    const at::Tensor& v = saved[1];
    const Indices indices(saved.begin() + 2, saved.end());
    const std::int64_t heads = c.size(1);
    const std::int64_t width = v.size(1);
    const std::int64_t stride = width + 2 * heads;
    const at::Tensor dy = grads[0].contiguous();
    at::Tensor dc = at::zeros_like(c);
    at::Tensor dv = at::empty_like(v);
    AT_DISPATCH_FLOATING_TYPES(v.scalar_type(), "operator_products_backward", [&] {
      const auto* coefficients = c.data_ptr<scalar_t>();
      const auto* from = v.data_ptr<scalar_t>();
      const auto* d_from = dy.data_ptr<scalar_t>();
      over_graphs(indices, heads, width,
                  [&](const OperatorGraph& graph, std::int64_t node, std::int64_t type) {
                    // The operators are symmetric, so their transposes need no loop of their own.
                    apply_operators(graph, coefficients + type * heads, d_from + node * stride,
                                    stride, dv.data_ptr<scalar_t>() + node * width, width);
                    operator_gradient(graph, from + node * width, d_from + node * stride, stride,
                                      dc.data_ptr<scalar_t>() + type * heads);
                  });
    });
    return {dc, dv, {}};
  }
};

}  // namespace

at::Tensor operator_products(const at::Tensor& c, const at::Tensor& v, const Batch& batch) {
  return ProductFunction::apply(c.contiguous(), v.contiguous(),
                                Indices{batch.node_offsets, batch.pairs.type_offsets,
                                        batch.pairs.pair_offsets, batch.pairs.type_of});
}

}  // namespace isotypic::nn
