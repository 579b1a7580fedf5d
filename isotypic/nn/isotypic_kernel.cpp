// The CPU kernel of the isotypic readout: one autograd function over a ragged batch.
#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "isotypic/nn/isotypic_readout.hpp"
#include "isotypic/nn/small_gemm.hpp"
#include "isotypic/nn/vector_loops.hpp"

namespace isotypic::nn {
namespace {

/// Where the parts of the batch lie. All matrices are row-major.
struct Layout {
  const std::int64_t* node_offsets;
  const std::int64_t* basis_offsets;
  const std::int64_t* column_offsets;
  const std::int64_t* block_offsets;
  const std::int32_t* block_dims;
  std::int64_t num_graphs;
  std::int64_t max_blocks;
  std::int64_t d;  ///< width of an embedding
  std::int64_t r;  ///< columns of R

  Layout(const std::vector<at::Tensor>& indices, std::int64_t graphs, std::int64_t blocks,
         std::int64_t width, std::int64_t projected)
      : node_offsets(indices[0].data_ptr<std::int64_t>()),
        basis_offsets(indices[1].data_ptr<std::int64_t>()),
        column_offsets(indices[2].data_ptr<std::int64_t>()),
        block_offsets(indices[3].data_ptr<std::int64_t>()),
        block_dims(indices[4].data_ptr<std::int32_t>()),
        num_graphs(graphs),
        max_blocks(blocks),
        d(width),
        r(projected) {}

  [[nodiscard]] std::int64_t nodes(std::int64_t g) const {
    return node_offsets[g + 1] - node_offsets[g];
  }
  [[nodiscard]] std::int64_t blocks(std::int64_t g) const {
    return std::min(max_blocks, block_offsets[g + 1] - block_offsets[g]);
  }
  [[nodiscard]] std::int64_t columns(std::int64_t g) const {
    std::int64_t sum = 0;
    for (std::int64_t b = 0; b < blocks(g); ++b) sum += block_dims[block_offsets[g] + b];
    return sum;
  }
};

/// One block of one graph: q holds dim basis vectors of n entries, c = q^T M is dim x d.
template <typename T>
struct Block {
  std::int64_t n, dim, d;
  const T* q;
  const T* sums;
  const T* c;
  T floor;  ///< absolute: the zero floor times |M|
  T* rows;  ///< scratch, n x d

  /// n mu = (1^T Q) C; returns its norm, or zero below the floor.
  T column_sum(T* out) const {
    std::fill_n(out, d, T(0));
    for (std::int64_t j = 0; j < dim; ++j) add_scaled(out, c + j * d, sums[j], d);
    const T norm = std::sqrt(dot(out, out, d));
    return norm > floor * std::sqrt(static_cast<T>(n)) ? norm : T(0);
  }

  /// The rows of P M into `rows`.
  void project() const {
    small_gemm(d, n, dim, c, d, q, n, rows, d, TransposeB::Yes, Accumulate::No);
  }

  T mean_row_norm(T s2) const {
    T sum = 0;
    if (dim == 1) {  // row v of P M is q_v c
      for (std::int64_t v = 0; v < n; ++v) {
        const T norm = std::abs(q[v]) * s2;
        if (norm > floor) sum += norm;
      }
    } else {
      project();
      for (std::int64_t v = 0; v < n; ++v) {
        const T norm = std::sqrt(dot(rows + v * d, rows + v * d, d));
        if (norm > floor) sum += norm;
      }
    }
    return sum / static_cast<T>(n);
  }

  /// Adds `gradient` times the gradient of mean_row_norm in c to dc.
  void add_row_norm_gradient(T s2, T gradient, T* dc) const {
    const T factor = gradient / static_cast<T>(n);
    if (dim == 1) {
      T sum = 0;
      for (std::int64_t v = 0; v < n; ++v) {
        if (std::abs(q[v]) * s2 > floor) sum += std::abs(q[v]);
      }
      add_scaled(dc, c, factor * sum / s2, d);
      return;
    }
    project();
    for (std::int64_t v = 0; v < n; ++v) {
      const T norm = std::sqrt(dot(rows + v * d, rows + v * d, d));
      scale(rows + v * d, norm > floor ? factor / norm : T(0), d);
    }
    small_gemm(d, dim, n, rows, d, q, n, dc, d, TransposeB::No, Accumulate::Yes);
  }
};

/// The columns of a small matrix product [1 x d] [d x r], which is too thin for a GEMM.
template <typename T>
void multiply_row(const T* row, const T* matrix, std::int64_t d, std::int64_t r, T factor, T* out) {
  for (std::int64_t i = 0; i < d; ++i) {
    for (std::int64_t j = 0; j < r; ++j) out[j] += factor * row[i] * matrix[i * r + j];
  }
}

template <typename T>
struct Arrays {
  const T* x;      ///< [N, d]
  const T* basis;  ///< flat
  const T* sums;   ///< [columns]
  const T* R;      ///< [d, r]
};

/// Where slot b of graph g begins in the output, and how wide it is.
struct Slots {
  IsotypicMode mode;
  std::int64_t max_blocks, r;
  [[nodiscard]] std::int64_t norms() const { return mode == IsotypicMode::Full ? 3 : 0; }
  [[nodiscard]] std::int64_t width() const {
    return mode == IsotypicMode::Linear ? r : max_blocks * (norms() + r);
  }
  [[nodiscard]] std::int64_t at(std::int64_t g, std::int64_t b) const {
    return g * width() + (mode == IsotypicMode::Linear ? 0 : b * (norms() + r));
  }
};

/// Coefficients of one graph, C = Q^T M or Q^T (M - mean); returns |M|.
template <typename T>
T project_graph(const T* m, std::int64_t n, std::int64_t d, const T* q, const T* sums,
                std::int64_t columns, bool centre, T* c, T* mean) {
  small_gemm(d, columns, n, m, d, q, n, c, d, TransposeB::No, Accumulate::No);
  if (centre) {
    std::fill_n(mean, d, T(0));
    for (std::int64_t v = 0; v < n; ++v) add_scaled(mean, m + v * d, T(1) / static_cast<T>(n), d);
    for (std::int64_t j = 0; j < columns; ++j) add_scaled(c + j * d, mean, -sums[j], d);
  }
  return std::sqrt(dot(m, m, n * d));
}

/// Scratch of one call, as large as the largest graph needs.
template <typename T>
struct Scratch {
  std::vector<T> rows, vector, gradient;
  explicit Scratch(const Layout& layout) : vector(static_cast<std::size_t>(layout.d)) {
    std::int64_t nodes = 0;
    std::int64_t columns = 0;
    for (std::int64_t g = 0; g < layout.num_graphs; ++g) {
      nodes = std::max(nodes, layout.nodes(g));
      columns = std::max(columns, layout.columns(g));
    }
    rows.resize(static_cast<std::size_t>(nodes * layout.d));
    gradient.resize(static_cast<std::size_t>(columns * layout.d));
  }
};

/// Fills `out` [G, width]; keeps C and |M| of every graph for the backward pass.
template <typename T>
void forward_kernel(const Layout& layout, const Arrays<T>& in, const IsotypicOptions& options,
                    T* coefficients, T* norms, T* out) {
  const Slots slots{options.mode, layout.max_blocks, layout.r};
  const T floor = static_cast<T>(zero_floor(c10::CppTypeToScalarType<T>::value));
  const std::int64_t d = layout.d;
  Scratch<T> scratch(layout);
  for (std::int64_t g = 0; g < layout.num_graphs; ++g) {
    const std::int64_t n = layout.nodes(g);
    const T* q = in.basis + layout.basis_offsets[g];
    const T* sums = in.sums + layout.column_offsets[g];
    T* c = coefficients + layout.column_offsets[g] * d;
    norms[g] = project_graph(in.x + layout.node_offsets[g] * d, n, d, q, sums, layout.columns(g),
                             options.centre, c, scratch.vector.data());
    std::int64_t column = 0;
    for (std::int64_t b = 0; b < layout.blocks(g); ++b) {
      const std::int64_t dim = layout.block_dims[layout.block_offsets[g] + b];
      const Block<T> block{n,
                           dim,
                           d,
                           q + column * n,
                           sums + column,
                           c + column * d,
                           floor * norms[g],
                           scratch.rows.data()};
      column += dim;
      const T s2 = std::sqrt(dot(block.c, block.c, dim * d));
      if (!(s2 > block.floor)) continue;
      T* slot = out + slots.at(g, b);
      const T s1 = block.column_sum(scratch.vector.data());
      if (slots.norms() > 0) {
        slot[0] = s1;
        slot[1] = s2;
        slot[2] = block.mean_row_norm(s2);
      }
      if (s1 > 0) {
        multiply_row(scratch.vector.data(), in.R, d, layout.r, T(1) / static_cast<T>(n),
                     slot + slots.norms());
      }
    }
  }
}

/// The gradient of one block's statistics in its coefficients, into dc (zero on entry).
template <typename T>
void block_gradient(const Block<T>& block, const Slots& slots, const T* slot, const T* R, T* vector,
                    T* dc) {
  const std::int64_t d = block.d;
  const T s2 = std::sqrt(dot(block.c, block.c, block.dim * d));
  if (!(s2 > block.floor)) return;
  const T s1 = block.column_sum(vector);
  if (slots.norms() > 0) {
    add_scaled(dc, block.c, slot[1] / s2, block.dim * d);
    block.add_row_norm_gradient(s2, slot[2], dc);
  }
  if (s1 == 0) return;
  scale(vector, slots.norms() > 0 ? slot[0] / s1 : T(0), d);
  const T* projected = slot + slots.norms();
  for (std::int64_t i = 0; i < d; ++i) {
    T sum = 0;
    for (std::int64_t j = 0; j < slots.r; ++j) sum += R[i * slots.r + j] * projected[j];
    vector[i] += sum / static_cast<T>(block.n);
  }
  for (std::int64_t j = 0; j < block.dim; ++j) {
    add_scaled(dc + j * d, vector, block.sums[j], d);
  }
}

template <typename T>
void backward_kernel(const Layout& layout, const Arrays<T>& in, const IsotypicOptions& options,
                     const T* coefficients, const T* norms, const T* grad, T* dx) {
  const Slots slots{options.mode, layout.max_blocks, layout.r};
  const T floor = static_cast<T>(zero_floor(c10::CppTypeToScalarType<T>::value));
  const std::int64_t d = layout.d;
  Scratch<T> scratch(layout);
  for (std::int64_t g = 0; g < layout.num_graphs; ++g) {
    const std::int64_t n = layout.nodes(g);
    const std::int64_t columns = layout.columns(g);
    const T* q = in.basis + layout.basis_offsets[g];
    const T* sums = in.sums + layout.column_offsets[g];
    const T* c = coefficients + layout.column_offsets[g] * d;
    T* dc = scratch.gradient.data();
    std::fill_n(dc, columns * d, T(0));
    std::int64_t column = 0;
    for (std::int64_t b = 0; b < layout.blocks(g); ++b) {
      const std::int64_t dim = layout.block_dims[layout.block_offsets[g] + b];
      const Block<T> block{n,
                           dim,
                           d,
                           q + column * n,
                           sums + column,
                           c + column * d,
                           floor * norms[g],
                           scratch.rows.data()};
      block_gradient(block, slots, grad + slots.at(g, b), in.R, scratch.vector.data(),
                     dc + column * d);
      column += dim;
    }
    T* dm = dx + layout.node_offsets[g] * d;
    small_gemm(d, n, columns, dc, d, q, n, dm, d, TransposeB::Yes, Accumulate::No);
    if (!options.centre) continue;
    std::fill(scratch.vector.begin(), scratch.vector.end(), T(0));
    for (std::int64_t j = 0; j < columns; ++j) {
      add_scaled(scratch.vector.data(), dc + j * d, -sums[j] / static_cast<T>(n), d);
    }
    for (std::int64_t v = 0; v < n; ++v) add_scaled(dm + v * d, scratch.vector.data(), T(1), d);
  }
}

IsotypicOptions restore_options(torch::autograd::AutogradContext* context) {
  return {.mode = static_cast<IsotypicMode>(context->saved_data["mode"].toInt()),
          .max_blocks = context->saved_data["max_blocks"].toInt(),
          .centre = context->saved_data["centre"].toBool()};
}

class IsotypicFunction : public torch::autograd::Function<IsotypicFunction> {
 public:
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x_,
                            const at::Tensor& basis, const at::Tensor& sums, const at::Tensor& R,
                            const std::vector<at::Tensor>& indices,
                            const IsotypicOptions& options) {
    const at::Tensor x = x_.contiguous();
    const Layout layout(indices, indices[0].size(0) - 1, options.max_blocks, x.size(1), R.size(1));
    const Slots slots{options.mode, options.max_blocks, R.size(1)};
    at::Tensor coefficients = at::empty({sums.size(0), x.size(1)}, x.options());
    at::Tensor norms = at::empty({layout.num_graphs}, x.options());
    at::Tensor out = at::zeros({layout.num_graphs, slots.width()}, x.options());
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "isotypic_features", [&] {
      forward_kernel<scalar_t>(layout,
                               {x.data_ptr<scalar_t>(), basis.data_ptr<scalar_t>(),
                                sums.data_ptr<scalar_t>(), R.data_ptr<scalar_t>()},
                               options, coefficients.data_ptr<scalar_t>(),
                               norms.data_ptr<scalar_t>(), out.data_ptr<scalar_t>());
    });
    context->saved_data["mode"] = static_cast<std::int64_t>(options.mode);
    context->saved_data["max_blocks"] = options.max_blocks;
    context->saved_data["centre"] = options.centre;
    std::vector<at::Tensor> saved = {basis, sums, R, coefficients, norms};
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
    const std::vector<at::Tensor> indices(saved.begin() + 5, saved.end());
    const IsotypicOptions options = restore_options(context);
    const Layout layout(indices, indices[0].size(0) - 1, options.max_blocks, R.size(0), R.size(1));
    const at::Tensor grad = grads[0].contiguous();
    at::Tensor dx = at::empty({layout.node_offsets[layout.num_graphs], R.size(0)}, basis.options());
    AT_DISPATCH_FLOATING_TYPES(basis.scalar_type(), "isotypic_features_backward", [&] {
      backward_kernel<scalar_t>(
          layout,
          {nullptr, basis.data_ptr<scalar_t>(), sums.data_ptr<scalar_t>(), R.data_ptr<scalar_t>()},
          options, coefficients.data_ptr<scalar_t>(), norms.data_ptr<scalar_t>(),
          grad.data_ptr<scalar_t>(), dx.data_ptr<scalar_t>());
    });
    return {dx, {}, {}, {}, {}, {}};  // one per argument of forward
  }
};

}  // namespace

at::Tensor isotypic_features(const at::Tensor& x, const Batch& batch, const at::Tensor& R,
                             const IsotypicOptions& options) {
  const ChannelBatch& channels = batch.channels;
  return IsotypicFunction::apply(
      x, channels.basis, channels.basis_sums, R,
      std::vector<at::Tensor>{batch.node_offsets, channels.basis_offsets, channels.column_offsets,
                              channels.block_offsets, channels.block_dims},
      options);
}

}  // namespace isotypic::nn
