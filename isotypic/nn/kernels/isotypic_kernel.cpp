// The CPU kernel of the isotypic readout: one autograd function over a ragged batch.
#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "isotypic/base/team.hpp"
#include "isotypic/nn/kernels/isotypic_block.hpp"
#include "isotypic/nn/kernels/small_gemm.hpp"
#include "isotypic/nn/readouts/isotypic_readout.hpp"
#include "isotypic/nn/vector_loops.hpp"

namespace isotypic::nn {
namespace {

template <typename T>
struct Arrays {
  const T* x;      ///< [N, d]
  const T* basis;  ///< flat
  const T* sums;   ///< [columns]
  const T* R;      ///< [d, r]
};

/// Scratch for the graphs from `begin` to `end`, as large as the largest of them needs.
template <typename T>
struct Scratch {
  std::vector<T> rows, vector, gradient, square;
  std::vector<T>
      means;  ///< [max_blocks, d]: mean rows of the blocks of a graph, or their gradients
  Scratch(const Layout& layout, std::int64_t begin, std::int64_t end)
      : vector(static_cast<std::size_t>(layout.d)),
        means(static_cast<std::size_t>(layout.max_blocks * layout.d)) {
    std::int64_t nodes = 0;
    std::int64_t columns = 0;
    for (std::int64_t g = begin; g < end; ++g) {
      nodes = std::max(nodes, layout.nodes(g));
      columns = std::max(columns, layout.columns(g));
    }
    rows.resize(static_cast<std::size_t>(nodes * layout.d));
    const std::int64_t side = std::min(columns, layout.d);
    square.resize(static_cast<std::size_t>(side * side));
    gradient.resize(static_cast<std::size_t>(columns * layout.d));
  }
};

/// What the forward pass keeps for the backward one.
template <typename T>
struct Kept {
  T* coefficients;  ///< [columns, d]
  T* norms;         ///< [G]: |M|
  T* row_norms;     ///< [projected rows]
};

template <typename T>
GraphBlocks<T> blocks_of(const Layout& layout, const Arrays<T>& in, std::int64_t g) {
  return {layout.nodes(g),
          layout.d,
          layout.blocks(g),
          layout.block_dims + layout.block_offsets[g],
          in.basis + layout.basis_offsets[g],
          in.sums + layout.column_offsets[g]};
}

template <typename T>
std::vector<T> transpose(const T* matrix, std::int64_t rows, std::int64_t columns) {
  std::vector<T> result(static_cast<std::size_t>(rows * columns));
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) result[j * rows + i] = matrix[i * columns + j];
  }
  return result;
}

/// Calls body(begin, end, row_norms) for some graphs after the other, in any order; `row_norms` are
/// those of the first.
template <typename T, typename Body>
void over_graphs(const Layout& layout, T* row_norms, const Body& body) {
  constexpr std::int64_t step = 8;
  std::vector<std::int64_t> first_row = {0};
  for (std::int64_t g = 0; g < layout.num_graphs; ++g) {
    first_row.push_back(first_row.back() + layout.blocks(g) * layout.nodes(g));
  }
  share_loop((layout.num_graphs + step - 1) / step, [&](std::int64_t i) {
    body(i * step, std::min(layout.num_graphs, (i + 1) * step), row_norms + first_row[i * step]);
  });
}

/// Fills `out` [G, width], which must be zero on entry.
template <typename T>
void forward_kernel(const Layout& layout, const Arrays<T>& in,
                    const IsotypicReadoutOptions& options, Kept<T> kept, T* out) {
  const Slots slots{options.variant, layout.max_blocks, layout.r};
  over_graphs(layout, kept.row_norms, [&](std::int64_t begin, std::int64_t end, T* row_norms) {
    Scratch<T> scratch(layout, begin, end);
    for (std::int64_t g = begin; g < end; ++g) {
      const GraphBlocks<T> blocks = blocks_of(layout, in, g);
      kept.norms[g] = read_blocks(
          blocks, in.x + layout.node_offsets[g] * layout.d, in.R, options.centre, slots,
          {kept.coefficients + layout.column_offsets[g] * layout.d, row_norms, scratch.rows.data(),
           scratch.square.data(), scratch.vector.data(), scratch.means.data()},
          out + slots.at(g, 0));
      row_norms += blocks.count * blocks.n;
    }
  });
}

/// What the gradient of one graph after the other needs.
template <typename T>
struct GraphGradient {
  const Layout& layout;
  const Arrays<T>& in;
  const IsotypicReadoutOptions& options;
  const Kept<T>& kept;
  const T* transposed;  ///< R^T
  const T* grad;
  T* dx;

  void add_graph(std::int64_t g, T* row_norms, Scratch<T>& scratch) const;
};

template <typename T>
void GraphGradient<T>::add_graph(std::int64_t g, T* row_norms, Scratch<T>& scratch) const {
  const Slots slots{options.variant, layout.max_blocks, layout.r};
  const std::int64_t d = layout.d;
  const std::int64_t n = layout.nodes(g);
  const std::int64_t columns = layout.columns(g);
  T* dc = scratch.gradient.data();
  std::fill_n(dc, columns * d, T(0));
  const T* d_means = scratch.means.data();
  small_gemm(d, slots.rows(layout.blocks(g)), layout.r, transposed, d,
             grad + slots.at(g, 0) + slots.norms(), slots.stride(), scratch.means.data(), d,
             TransposeB::No, Accumulate::No);
  const auto add = [&](const Block<T>& block, std::int64_t b, std::int64_t column) {
    block_gradient(block, slots, grad + slots.at(g, b), d_means + slots.row(b) * d,
                   scratch.vector.data(), dc + column * d);
  };
  over_blocks(blocks_of(layout, in, g), kept.norms[g],
              {kept.coefficients + layout.column_offsets[g] * d, row_norms, scratch.rows.data(),
               scratch.square.data(), nullptr, nullptr},
              add);
  T* dm = dx + layout.node_offsets[g] * d;
  small_gemm(d, n, columns, dc, d, in.basis + layout.basis_offsets[g], n, dm, d, TransposeB::Yes,
             Accumulate::No);
  if (!options.centre) return;
  const T* sums = in.sums + layout.column_offsets[g];
  std::fill(scratch.vector.begin(), scratch.vector.end(), T(0));
  for (std::int64_t j = 0; j < columns; ++j) {
    add_scaled(scratch.vector.data(), dc + j * d, -sums[j] / static_cast<T>(n), d);
  }
  for (std::int64_t v = 0; v < n; ++v) add_scaled(dm + v * d, scratch.vector.data(), T(1), d);
}

template <typename T>
void backward_kernel(const Layout& layout, const Arrays<T>& in,
                     const IsotypicReadoutOptions& options, Kept<T> kept, const T* grad, T* dx) {
  const std::vector<T> transposed = transpose(in.R, layout.d, layout.r);
  const GraphGradient<T> gradient{layout, in, options, kept, transposed.data(), grad, dx};
  over_graphs(layout, kept.row_norms, [&](std::int64_t begin, std::int64_t end, T* row_norms) {
    Scratch<T> scratch(layout, begin, end);
    for (std::int64_t g = begin; g < end; ++g) {
      gradient.add_graph(g, row_norms, scratch);
      row_norms += layout.blocks(g) * layout.nodes(g);
    }
  });
}

IsotypicReadoutOptions restore_options(torch::autograd::AutogradContext* context) {
  return {.variant = static_cast<ReadoutVariant>(context->saved_data["variant"].toInt()),
          .max_blocks = context->saved_data["max_blocks"].toInt(),
          .centre = context->saved_data["centre"].toBool()};
}

class IsotypicFunction : public torch::autograd::Function<IsotypicFunction> {
 public:
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x_,
                            const at::Tensor& basis, const at::Tensor& sums, const at::Tensor& R,
                            const std::vector<at::Tensor>& indices,
                            const IsotypicReadoutOptions& options) {
    const at::Tensor x = x_.contiguous();
    const Layout layout(indices, indices[0].size(0) - 1, options.max_blocks, x.size(1), R.size(1));
    const Slots slots{options.variant, options.max_blocks, R.size(1)};
    at::Tensor coefficients = at::empty({sums.size(0), x.size(1)}, x.options());
    at::Tensor norms = at::empty({layout.num_graphs}, x.options());
    at::Tensor row_norms = at::empty({layout.projected_rows()}, x.options());
    at::Tensor out = at::zeros({layout.num_graphs, slots.width()}, x.options());
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "isotypic_features", [&] {
      forward_kernel<scalar_t>(layout,
                               {x.data_ptr<scalar_t>(), basis.data_ptr<scalar_t>(),
                                sums.data_ptr<scalar_t>(), R.data_ptr<scalar_t>()},
                               options,
                               {coefficients.data_ptr<scalar_t>(), norms.data_ptr<scalar_t>(),
                                row_norms.data_ptr<scalar_t>()},
                               out.data_ptr<scalar_t>());
    });
    context->saved_data["variant"] = static_cast<std::int64_t>(options.variant);
    context->saved_data["max_blocks"] = options.max_blocks;
    context->saved_data["centre"] = options.centre;
    std::vector<at::Tensor> saved = {basis, sums, R, coefficients, norms, row_norms};
    saved.insert(saved.end(), indices.begin(), indices.end());
    context->save_for_backward(saved);
    return out;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& grads) {
    const auto saved = context->get_saved_variables();
    const at::Tensor& basis = saved[0];
    const at::Tensor& sums = saved[1];
    const at::Tensor& R = saved[2];
    const at::Tensor& coefficients = saved[3];
    const at::Tensor& norms = saved[4];
    const std::vector<at::Tensor> indices(saved.begin() + 6, saved.end());
    const IsotypicReadoutOptions options = restore_options(context);
    const Layout layout(indices, indices[0].size(0) - 1, options.max_blocks, R.size(0), R.size(1));
    const at::Tensor grad = grads[0].contiguous();
    at::Tensor dx = at::empty({layout.node_offsets[layout.num_graphs], R.size(0)}, basis.options());
    AT_DISPATCH_FLOATING_TYPES(basis.scalar_type(), "isotypic_features_backward", [&] {
      backward_kernel<scalar_t>(
          layout,
          {nullptr, basis.data_ptr<scalar_t>(), sums.data_ptr<scalar_t>(), R.data_ptr<scalar_t>()},
          options,
          {coefficients.data_ptr<scalar_t>(), norms.data_ptr<scalar_t>(),
           saved[5].data_ptr<scalar_t>()},
          grad.data_ptr<scalar_t>(), dx.data_ptr<scalar_t>());
    });
    return {dx, {}, {}, {}, {}, {}};  // one per argument of forward
  }
};

}  // namespace

at::Tensor isotypic_features(const at::Tensor& x, const Batch& batch, const at::Tensor& R,
                             const IsotypicReadoutOptions& options) {
  const ChannelBatch& channels = batch.channels;
  return IsotypicFunction::apply(
      x, channels.basis, channels.basis_sums, R,
      std::vector<at::Tensor>{batch.node_offsets, channels.basis_offsets, channels.column_offsets,
                              channels.block_offsets, channels.block_dims},
      options);
}

}  // namespace isotypic::nn
