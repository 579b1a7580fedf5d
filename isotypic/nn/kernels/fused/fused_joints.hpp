// What the fused stack computes between two layers: feed-forward blocks and virtual nodes.
//
// The modules FeedForward and VirtualNode say what they are. Defined for float and double.
#pragma once

#include <cstdint>

#include "isotypic/nn/kernels/fused/fused_mlp.hpp"
#include "isotypic/nn/kernels/fused/fused_norm.hpp"
#include "isotypic/nn/kernels/row_loops.hpp"

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

/// Memory that chunks use one after the other.
template <typename T>
struct FusedScratch {
  T *input, *grad_a, *grad_b;  ///< chunks, of the largest width
  T* row;
};

/// f = norm(v) with v = u + dropout(mlp(u)), for nodes.
template <typename T>
struct FusedFeedForward : FusedBlock<T> {
  T* output;  ///< v [N, width]

  void allocate(Workspace& workspace, std::int64_t nodes);
  /// v of a chunk of rows, and its moments.
  void forward(const T* u, std::int64_t first, std::int64_t rows, const NormRows<T>& moments);
  /// f of a chunk of rows.
  void normalised(std::int64_t first, std::int64_t rows, T* f) const;
  /// The sums over a chunk that the gradient of the norm needs.
  void sums(const T* df, std::int64_t first, std::int64_t rows, const NormRows<T>& sums) const;
  /// Turns df into du, in place; `means` are those of the sums.
  void backward(const T* u, std::int64_t first, std::int64_t rows, const NormRows<T>& means,
                const FusedMlpGradients<T>& gradients, const FusedScratch<T>& scratch, T* df) const;
};

/// Memory of the size of a batch's graphs for the backward passes of all virtual nodes.
template <typename T>
struct GraphScratch {
  T *d_state, *d_sum, *grad;  ///< [G, width]
  T* d_hidden;                ///< [G, 2 width]
};

/// state = previous + dropout(relu(norm(mlp(previous + sum)))), for graphs. `rows` is scratch.
template <typename T>
struct FusedVirtualNode : FusedBlock<T> {
  T *sum, *output, *state;  ///< [G, width]: input and result of the mlp, and the new state

  void allocate(Workspace& workspace, std::int64_t graphs);
  /// Begins with the sum of a graph's nodes in `sum`. `previous` may be null: zero.
  void forward(const T* previous, std::int64_t graphs, const NormOptions& options,
               const NormRows<T>& rows);
  /// d_state of this state becomes that of the previous one; d_sum is the gradient of `sum`.
  void backward(std::int64_t graphs, const NormOptions& options,
                const FusedBlockGradients<T>& gradients, const NormRows<T>& rows,
                const GraphScratch<T>& scratch) const;
};

extern template struct FusedFeedForward<float>;
extern template struct FusedFeedForward<double>;
extern template struct FusedVirtualNode<float>;
extern template struct FusedVirtualNode<double>;

}  // namespace isotypic::nn
