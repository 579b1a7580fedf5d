// FusedChunk: what a pass of the fused stack computes for one chunk of rows. Internal.
//
// Chunks of a pass write to different places, so that several threads can share them. Defined for
// float and double.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "isotypic/nn/kernels/aggregate.hpp"
#include "isotypic/nn/kernels/fused/fused_batch.hpp"
#include "isotypic/nn/kernels/fused/fused_joints.hpp"
#include "isotypic/nn/kernels/row_loops.hpp"

namespace isotypic::nn {

/// Weights of one layer and of what stands behind it, and what the forward pass keeps of it. A
/// layer computes u = h + a from its input h, or u = a, with the activation a = dropout(relu(norm(
/// mlp(aggregated)))); its result is u, or what a feed-forward block makes of it.
template <typename T>
struct FusedLayerState : FusedBlock<T> {
  T own = 1;              ///< 1 + eps
  bool residual = false;  ///< u = h + a
  std::optional<FusedFeedForward<T>> feed_forward;
  std::optional<FusedVirtualNode<T>> virtual_node;  ///< adds its state to the result

  T *aggregated, *output;  ///< input and result of the mlp: [N, in], [N, d]
  T* joined;               ///< u [N, d], if it is kept

  /// Whether u is more than the activation, or needed again.
  [[nodiscard]] bool joins() const { return residual || feed_forward; }
};

/// What the chunks of a pass read and write.
template <typename T>
struct FusedState {
  FusedBatch batch;
  std::int64_t width = 0;  ///< hidden width d
  std::vector<FusedLayerState<T>> layers;
  const T* x = nullptr;
  const T* edges = nullptr;  ///< null: GIN
  bool centred = false;      ///< subtract the mean over its graph from every output
  bool keeps = true;  ///< the rows of all chunks and layers, for a backward pass; else of one

  GraphScratch<T> graph_scratch;
  T *grad_y, *grad_u;      ///< [N, d]; the second only if layers join
  NormRows<T> chunk_rows;  ///< [chunks, d]: where every chunk leaves its sums for the next norm
  NormRows<T> norm_rows;   ///< [d]: the means of these sums, in the backward pass
};

template <typename T>
class FusedChunk {
 public:
  FusedChunk(FusedState<T>& state, std::int64_t number, const FusedScratch<T>& scratch);

  void forward(std::int64_t l);
  /// u, and what a feed-forward block makes of it.
  void join(std::int64_t l);
  /// The result of layer l, before a virtual node adds to it.
  void result(std::int64_t l, T* out);
  /// Adds the result of layer l to the sums of its virtual node.
  void add_result_to_graphs(std::int64_t l);

  // The gradient of a layer's result on its way into the layer, up to the next norm, whose sums
  // over all chunks must be known first.
  /// `a` is the activation of the layer if it joins nothing, or null if it is to be computed.
  void enter(std::int64_t l, const T* d_result, const T* a);
  /// From the gradient of a virtual node's sums on.
  void leave_virtual_node(std::int64_t l);
  void backward_feed_forward(std::int64_t l, const FusedMlpGradients<T>& gradients);
  /// d_eps, dx and d_edges may be null. Enters the layer below.
  void backward(std::int64_t l, const FusedMlpGradients<T>& gradients, T* d_eps, T* dx, T* d_edges);

  [[nodiscard]] std::int64_t first() const { return chunk_.first; }

 private:
  [[nodiscard]] ChunkGraph graph() const;
  /// Where the chunk begins in the rows that are kept.
  [[nodiscard]] std::int64_t first_kept() const { return state_.keeps ? chunk_.first : 0; }
  [[nodiscard]] T* at(T* rows) const { return rows + first_kept() * state_.width; }
  void activation(const FusedLayerState<T>& layer, T* a) const;
  /// The input of layer l: x itself, or the result of the layer below.
  [[nodiscard]] const T* input(std::int64_t l);
  void enter_block(std::int64_t l, const T* d_result, const T* a);
  void enter_activation(std::int64_t l, const T* du, const T* a);

  FusedState<T>& state_;
  const Chunk& chunk_;
  FusedScratch<T> scratch_;
  NormRows<T> rows_;  // its own in state_.chunk_rows
};

extern template class FusedChunk<float>;
extern template class FusedChunk<double>;

}  // namespace isotypic::nn
