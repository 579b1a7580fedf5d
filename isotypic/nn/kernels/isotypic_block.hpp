// One block of the isotypic readout: its statistics and their gradient. Internal.
#pragma once

#include <ATen/core/Tensor.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "isotypic/nn/kernels/small_gemm.hpp"
#include "isotypic/nn/readouts/isotypic_readout.hpp"
#include "isotypic/nn/vector_loops.hpp"

namespace isotypic::nn {

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
  /// Rows of the projections of all blocks: n for every block.
  [[nodiscard]] std::int64_t projected_rows() const {
    std::int64_t sum = 0;
    for (std::int64_t g = 0; g < num_graphs; ++g) sum += blocks(g) * nodes(g);
    return sum;
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
  T floor;       ///< absolute: the zero floor times |M|
  T* rows;       ///< scratch, n x d
  T* square;     ///< scratch, dim x dim where dim <= d
  T* row_norms;  ///< n, of P M where dim > 1: written forward, read backward

  /// n mu = (1^T Q) C; returns its norm, or zero below the floor.
  T column_sum(T* out) const {
    std::fill_n(out, d, T(0));
    for (std::int64_t j = 0; j < dim; ++j) add_scaled(out, c + j * d, sums[j], d);
    const T norm = std::sqrt(dot(out, out, d));
    return norm <= floor * std::sqrt(static_cast<T>(n)) ? T(0) : norm;
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
        if (!(norm <= floor)) sum += norm;
      }
    } else {
      project();
      for (std::int64_t v = 0; v < n; ++v) {
        row_norms[v] = std::sqrt(dot(rows + v * d, rows + v * d, d));
        if (!(row_norms[v] <= floor)) sum += row_norms[v];
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
    const auto weight = [&](std::int64_t v) {
      return row_norms[v] > floor ? factor / row_norms[v] : T(0);
    };
    if (dim <= d) {  // (Q^T D Q) C: no row of P M is needed again
      for (std::int64_t v = 0; v < n; ++v) {
        const T own = weight(v);
        for (std::int64_t j = 0; j < dim; ++j) rows[v * dim + j] = own * q[j * n + v];
      }
      small_gemm(dim, dim, n, rows, dim, q, n, square, dim, TransposeB::No, Accumulate::No);
      small_gemm(d, dim, dim, c, d, square, dim, dc, d, TransposeB::No, Accumulate::Yes);
      return;
    }
    project();
    for (std::int64_t v = 0; v < n; ++v) scale(rows + v * d, weight(v), d);
    small_gemm(d, dim, n, rows, d, q, n, dc, d, TransposeB::No, Accumulate::Yes);
  }
};

/// Where slot b of graph g begins in the output, and how wide it is. Linear has one slot, and one
/// mean row, for all blocks.
struct Slots {
  ReadoutVariant variant;
  std::int64_t max_blocks, r;
  [[nodiscard]] bool shared() const { return variant == ReadoutVariant::Linear; }
  [[nodiscard]] std::int64_t norms() const { return variant == ReadoutVariant::Full ? 3 : 0; }
  [[nodiscard]] std::int64_t stride() const { return norms() + r; }
  [[nodiscard]] std::int64_t row(std::int64_t b) const { return shared() ? 0 : b; }
  [[nodiscard]] std::int64_t rows(std::int64_t blocks) const { return shared() ? 1 : blocks; }
  [[nodiscard]] std::int64_t width() const { return rows(max_blocks) * stride(); }
  [[nodiscard]] std::int64_t at(std::int64_t g, std::int64_t b) const {
    return g * width() + row(b) * stride();
  }
};

/// The blocks of one graph that are read.
template <typename T>
struct GraphBlocks {
  std::int64_t n, d, count;
  const std::int32_t* dims;  ///< columns of every block
  const T* basis;            ///< columns x n
  const T* sums;             ///< of every column

  [[nodiscard]] std::int64_t columns() const {
    std::int64_t sum = 0;
    for (std::int64_t b = 0; b < count; ++b) sum += dims[b];
    return sum;
  }
};

/// Memory for the blocks of one graph.
template <typename T>
struct BlockMemory {
  T* coefficients;  ///< [columns, d]
  T* row_norms;     ///< [count, n]
  T* rows;          ///< [n, d]
  T* square;        ///< for gradients alone
  T* vector;        ///< [d]
  T* means;         ///< [max_blocks, d]: mean rows of the blocks
};

/// Calls body(block, b, column) for the blocks of a graph whose embeddings have the norm `norm`.
template <typename T, typename Body>
void over_blocks(const GraphBlocks<T>& graph, T norm, const BlockMemory<T>& memory, Body&& body) {
  const T floor = static_cast<T>(zero_floor(c10::CppTypeToScalarType<T>::value)) * norm;
  std::int64_t column = 0;
  for (std::int64_t b = 0; b < graph.count; ++b) {
    const std::int64_t dim = graph.dims[b];
    body(Block<T>{graph.n, dim, graph.d, graph.basis + column * graph.n, graph.sums + column,
                  memory.coefficients + column * graph.d, floor, memory.rows, memory.square,
                  memory.row_norms + b * graph.n},
         b, column);
    column += dim;
  }
}

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

/// Reads one graph into `out`, its slots, which must be zero on entry; returns |M|.
template <typename T>
T read_blocks(const GraphBlocks<T>& graph, const T* m, const T* R, bool centre, const Slots& slots,
              const BlockMemory<T>& memory, T* out) {
  const std::int64_t d = graph.d;
  const T norm = project_graph(m, graph.n, d, graph.basis, graph.sums, graph.columns(), centre,
                               memory.coefficients, memory.vector);
  std::fill_n(memory.means, slots.rows(slots.max_blocks) * d, T(0));
  const auto read = [&](const Block<T>& block, std::int64_t b, std::int64_t /*column*/) {
    const T s2 = std::sqrt(dot(block.c, block.c, block.dim * d));
    if (s2 <= block.floor) return;
    T* slot = out + slots.at(0, b);
    const T s1 = block.column_sum(memory.vector);
    if (slots.norms() > 0) {
      slot[0] = s1;
      slot[1] = s2;
      slot[2] = block.mean_row_norm(s2);
    }
    if (s1 == 0) return;
    add_scaled(memory.means + slots.row(b) * d, memory.vector, T(1) / static_cast<T>(block.n), d);
  };
  over_blocks(graph, norm, memory, read);
  small_gemm(slots.r, slots.rows(graph.count), d, R, slots.r, memory.means, d, out + slots.norms(),
             slots.stride(), TransposeB::No, Accumulate::No);
  return norm;
}

/// The gradient of one block's statistics in its coefficients, into dc (zero on entry).
/// `d_mean` is the gradient in the block's mean row, of the projected part; `vector` is scratch.
template <typename T>
void block_gradient(const Block<T>& block, const Slots& slots, const T* slot, const T* d_mean,
                    T* vector, T* dc) {
  const std::int64_t d = block.d;
  const T s2 = std::sqrt(dot(block.c, block.c, block.dim * d));
  if (s2 <= block.floor) return;
  const T s1 = block.column_sum(vector);
  if (slots.norms() > 0) {
    add_scaled(dc, block.c, slot[1] / s2, block.dim * d);
    block.add_row_norm_gradient(s2, slot[2], dc);
  }
  if (s1 == 0) return;
  scale(vector, slots.norms() > 0 ? slot[0] / s1 : T(0), d);
  add_scaled(vector, d_mean, T(1) / static_cast<T>(block.n), d);
  for (std::int64_t j = 0; j < block.dim; ++j) {
    add_scaled(dc + j * d, vector, block.sums[j], d);
  }
}

}  // namespace isotypic::nn
