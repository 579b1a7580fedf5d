// What the fused stack computes between two layers: feed-forward blocks and virtual nodes.
//
// The modules FeedForward and VirtualNode say what they are. Defined for float and double.
#pragma once

#include <cstdint>

#include "isotypic/nn/kernels/fused_loops.hpp"
#include "isotypic/nn/kernels/fused_mlp.hpp"
#include "isotypic/nn/kernels/fused_norm.hpp"

namespace isotypic::nn {

/// An Mlp and the norm behind it, with dropout.
template <typename T>
struct FusedBlock {
  FusedMlp<T> mlp;
  FusedNorm<T> norm;
  LayerDropout dropout;
};

template <typename T>
struct FusedBlockGradients {
  FusedMlpGradients<T> mlp;
  T *gamma, *beta;
};

/// Memory of the size of a row or a chunk that parts of a pass share.
template <typename T>
struct FusedScratch {
  T *input, *grad_a, *grad_b;                 ///< chunks, of the largest width
  T *row_a, *row_b, *mean_dy, *mean_dy_xhat;  ///< rows
};

/// f = norm(v) with v = u + dropout(mlp(u)), for nodes.
template <typename T>
struct FusedFeedForward : FusedBlock<T> {
  T* output;  ///< v [N, width]

  void allocate(Workspace& workspace, std::int64_t nodes);
  /// v of a chunk of rows, and its moments into `moments`.
  void forward(const T* u, std::int64_t first, std::int64_t rows, const FusedScratch<T>& scratch,
               ColumnMoments& moments);
  /// f of a chunk of rows.
  void normalised(std::int64_t first, std::int64_t rows, T* f) const;
  /// Adds what the gradient of the norm needs to `sums`.
  void add_norm_sums(const T* df, std::int64_t first, std::int64_t rows,
                     const FusedScratch<T>& scratch, ColumnMoments& sums) const;
  /// Turns df into du, in place, when the scratch holds the means of the norm.
  void backward(const T* u, std::int64_t first, std::int64_t rows,
                const FusedBlockGradients<T>& gradients, const FusedScratch<T>& scratch,
                T* df) const;
};

/// Memory of the size of a batch's graphs for the backward passes of all virtual nodes.
template <typename T>
struct GraphScratch {
  T *d_state, *d_sum, *grad;  ///< [G, width]
  T* d_hidden;                ///< [G, 2 width]
};

/// state = previous + dropout(relu(norm(mlp(previous + sum)))), for graphs.
template <typename T>
struct FusedVirtualNode : FusedBlock<T> {
  T *sum, *output, *state;  ///< [G, width]: input and result of the mlp, and the new state

  void allocate(Workspace& workspace, std::int64_t graphs);
  /// Begins with the sum of a graph's nodes in `sum`. `previous` may be null: zero.
  void forward(const T* previous, std::int64_t graphs, const NormOptions& options,
               const FusedScratch<T>& scratch, ColumnMoments& moments);
  /// d_state of this state becomes that of the previous one; d_sum is the gradient of `sum`.
  void backward(std::int64_t graphs, const NormOptions& options,
                const FusedBlockGradients<T>& gradients, const FusedScratch<T>& scratch,
                const GraphScratch<T>& graph_scratch, ColumnMoments& sums) const;
};

extern template struct FusedFeedForward<float>;
extern template struct FusedFeedForward<double>;
extern template struct FusedVirtualNode<float>;
extern template struct FusedVirtualNode<double>;

}  // namespace isotypic::nn
