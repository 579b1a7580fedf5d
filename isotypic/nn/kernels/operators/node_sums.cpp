// The sum over the nodes of relu(Linear(u)), u given in parts that are never put side by side.
#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <vector>

#include "isotypic/nn/kernels/operators/operator_kernel.hpp"
#include "isotypic/nn/kernels/row_chunks.hpp"
#include "isotypic/nn/kernels/row_loops.hpp"
#include "isotypic/nn/vector_loops.hpp"

namespace isotypic::nn {
namespace {

/// h = relu(u W^T + b) [N, width].
template <typename T>
void forward_chunks(const std::vector<at::Tensor>& parts, const T* transposed, const T* bias,
                    std::int64_t width, T* h) {
  share_chunks(RowChunks(parts[0].size(0)), [&](std::int64_t first, std::int64_t rows) {
    T* own = h + first * width;
    std::int64_t column = 0;
    for (const at::Tensor& part : parts) {
      const std::int64_t k = part.size(1);
      multiply_rows(rows, part.data_ptr<T>() + first * k, k, transposed + column * width, width,
                    own, width, column == 0 ? Accumulate::No : Accumulate::Yes);
      column += k;
    }
    add_bias_relu(own, bias, rows, width);
  });
}

/// Adds the rows of h to those of their graphs.
template <typename T>
void sum_nodes(const at::Tensor& node_offsets, const T* h, std::int64_t width, T* sums) {
  const auto* offsets = node_offsets.data_ptr<std::int64_t>();
  share_loop(node_offsets.size(0) - 1, [&](std::int64_t g) {
    for (std::int64_t v = offsets[g]; v < offsets[g + 1]; ++v) {
      add_scaled(sums + g * width, h + v * width, T(1), width);
    }
  });
}

/// The transpose: rows `first` to first + rows of dh are those of their graphs.
template <typename T>
void spread_sums(const at::Tensor& node_offsets, const T* d_sums, std::int64_t width,
                 std::int64_t first, std::int64_t rows, T* dh) {
  const auto* offsets = node_offsets.data_ptr<std::int64_t>();
  const auto* graph = std::upper_bound(offsets, offsets + node_offsets.size(0), first) - 1;
  for (std::int64_t r = 0; r < rows; ++r) {
    while (first + r >= graph[1]) ++graph;
    std::copy_n(d_sums + (graph - offsets) * width, width, dh + r * width);
  }
}

/// `d_parts` of parts without a gradient are undefined; d_transposed [columns, width].
template <typename T>
void backward_chunks(const std::vector<at::Tensor>& parts, const at::Tensor& weight,
                     const at::Tensor& node_offsets, const T* h, const T* d_sums,
                     const std::vector<at::Tensor>& d_parts, T* d_transposed, T* d_bias) {
  const std::int64_t width = weight.size(0);
  const std::int64_t columns = weight.size(1);
  const RowChunks chunks(parts[0].size(0));
  const Lanes lanes = make_lanes(chunks.count(), chunks.rows());
  LaneSums<T> d_weight(d_transposed, columns * width, lanes);
  LaneSums<T> d_shift(d_bias, width, lanes);
  share_lanes(chunks, lanes, [&](std::int64_t lane) {
    return [&, lane, dh = std::vector<T>(static_cast<std::size_t>(largest_chunk * width))](
               std::int64_t first, std::int64_t rows) mutable {
      spread_sums(node_offsets, d_sums, width, first, rows, dh.data());
      relu_backward(dh.data(), h + first * width, rows, width, d_shift.of(lane));
      std::int64_t column = 0;
      for (std::size_t p = 0; p < parts.size(); ++p) {
        const std::int64_t k = parts[p].size(1);
        add_outer_products(rows, parts[p].data_ptr<T>() + first * k, k, dh.data(), width,
                           d_weight.of(lane) + column * width);
        if (d_parts[p].defined()) {
          multiply_rows(rows, dh.data(), width, weight.data_ptr<T>() + column, columns,
                        d_parts[p].data_ptr<T>() + first * k, k, Accumulate::No);
        }
        column += k;
      }
    };
  });
  d_weight.add_up();
  d_shift.add_up();
}

class NodeSumFunction : public torch::autograd::Function<NodeSumFunction> {
 public:
  /// The third part has no gradient; parts may be empty.
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x,
                            const at::Tensor& y, const at::Tensor& fixed, const at::Tensor& weight,
                            const at::Tensor& bias, const std::vector<at::Tensor>& index) {
    const std::vector<at::Tensor> parts = {x, y, fixed};
    const std::int64_t width = weight.size(0);
    const at::Tensor transposed = weight.t().contiguous();
    at::Tensor h = at::empty({x.size(0), width}, x.options());
    at::Tensor sums = at::zeros({index[0].size(0) - 1, width}, x.options());
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "node_sums", [&] {
      forward_chunks<scalar_t>(parts, transposed.data_ptr<scalar_t>(), bias.data_ptr<scalar_t>(),
                               width, h.data_ptr<scalar_t>());
      sum_nodes<scalar_t>(index[0], h.data_ptr<scalar_t>(), width, sums.data_ptr<scalar_t>());
    });
    context->save_for_backward({x, y, fixed, weight, h, index[0]});
    return sums;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& grads) {
    const auto saved = context->get_saved_variables();
    const std::vector<at::Tensor> parts(saved.begin(), saved.begin() + 3);
    const at::Tensor weight = saved[3].contiguous();
    const at::Tensor& h = saved[4];
    const at::Tensor d_sums = grads[0].contiguous();
    const std::vector<at::Tensor> d_parts = {
        at::empty_like(parts[0]), at::empty_like(parts[1]), {}};
    at::Tensor d_transposed = at::zeros({weight.size(1), weight.size(0)}, h.options());
    at::Tensor d_bias = at::zeros({weight.size(0)}, h.options());
    AT_DISPATCH_FLOATING_TYPES(h.scalar_type(), "node_sums_backward", [&] {
      backward_chunks<scalar_t>(parts, weight, saved[5], h.data_ptr<scalar_t>(),
                                d_sums.data_ptr<scalar_t>(), d_parts,
                                d_transposed.data_ptr<scalar_t>(), d_bias.data_ptr<scalar_t>());
    });
    return {d_parts[0], d_parts[1], {}, d_transposed.t(), d_bias, {}};
  }
};

}  // namespace

at::Tensor node_sums(const NodeParts& parts, const at::Tensor& weight, const at::Tensor& bias,
                     const Batch& batch) {
  const at::Tensor none = at::empty({batch.num_nodes, 0}, parts.x.options());
  const auto given = [&](const at::Tensor& part) {
    return part.defined() ? part.contiguous() : none;
  };
  return NodeSumFunction::apply(parts.x.contiguous(), given(parts.mixed), given(parts.walks),
                                weight, bias, std::vector<at::Tensor>{batch.node_offsets});
}

}  // namespace isotypic::nn
