// One block of the isotypic readout: its statistics and their gradient. Internal.
#pragma once

#include <ATen/core/Tensor.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "isotypic/nn/isotypic_readout.hpp"
#include "isotypic/nn/small_gemm.hpp"
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
        const T norm = std::sqrt(dot(rows + v * d, rows + v * d, d));
        if (!(norm <= floor)) sum += norm;
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

/// The gradient of one block's statistics in its coefficients, into dc (zero on entry).
template <typename T>
void block_gradient(const Block<T>& block, const Slots& slots, const T* slot, const T* R, T* vector,
                    T* dc) {
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

}  // namespace isotypic::nn
