// FusedPass: one forward pass of a fused stack and, later, its backward pass. Internal.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "isotypic/nn/kernels/aggregate.hpp"
#include "isotypic/nn/kernels/fused_batch.hpp"
#include "isotypic/nn/kernels/fused_joints.hpp"
#include "isotypic/nn/kernels/fused_loops.hpp"
#include "isotypic/nn/kernels/workspace.hpp"

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

/// Gradients of one layer. Those of parts it does not have are not read.
template <typename T>
struct FusedLayerGradients {
  FusedBlockGradients<T> layer, feed_forward, virtual_node;
  T* eps = nullptr;  ///< null if it is not wanted
};

template <typename T>
struct FusedPass {
  FusedBatch batch;
  std::int64_t width = 0;  ///< hidden width d
  NormOptions norm;
  std::vector<FusedLayerState<T>> layers;
  const T* x = nullptr;
  const T* edges = nullptr;  ///< null: GIN

  /// Distributes the workspace; `layers` hold their weights already.
  void allocate(Workspace& workspace);

  void forward(T* out);
  /// dx and d_edges may be null; d_edges must be zero on entry.
  void backward(const T* d_out, const std::vector<FusedLayerGradients<T>>& gradients, T* dx,
                T* d_edges);

 private:
  void take_all(Workspace& workspace);
  [[nodiscard]] ChunkGraph graph_of(const Chunk& chunk) const;
  void activation(const FusedLayerState<T>& layer, std::int64_t first, std::int64_t rows, T* a);
  /// The result of a layer, before a virtual node adds to it.
  void layer_result(const FusedLayerState<T>& layer, std::int64_t first, std::int64_t rows, T* out);
  /// The input of layer l for a chunk: x itself, or the result of the layer below.
  [[nodiscard]] const T* layer_input(std::int64_t l, const Chunk& chunk);
  void forward_chunk(std::int64_t l, const Chunk& chunk);
  void join_chunk(std::int64_t l, const Chunk& chunk);
  void forward_virtual_node(std::int64_t l);

  void backward_chunk(std::int64_t l, const Chunk& chunk, const FusedLayerGradients<T>& gradients,
                      T* dx, T* d_edges);
  // The gradient of a layer's result on its way into the layer, up to the next norm, whose sums
  // over all chunks must be known first.
  void enter(std::int64_t l, const Chunk& chunk, const T* d_result, const T* a);
  void enter_block(std::int64_t l, const Chunk& chunk, const T* d_result, const T* a);
  void enter_activation(std::int64_t l, const Chunk& chunk, const T* du, const T* a);
  void backward_virtual_node(std::int64_t l, const FusedBlockGradients<T>& gradients);
  void backward_feed_forward(std::int64_t l, const FusedBlockGradients<T>& gradients);

  FusedScratch<T> scratch_;
  GraphScratch<T> graph_scratch_;
  T *grad_y_, *grad_u_;  // of the size of the batch; the second only if layers join
  ColumnMoments moments_;
};

extern template struct FusedPass<float>;
extern template struct FusedPass<double>;

}  // namespace isotypic::nn
