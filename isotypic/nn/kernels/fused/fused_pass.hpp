// FusedPass: one forward pass of a fused stack and, later, its backward pass. Internal.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "isotypic/nn/kernels/fused/fused_chunk.hpp"
#include "isotypic/nn/kernels/fused/lane_gradients.hpp"
#include "isotypic/nn/kernels/workspace.hpp"

namespace isotypic::nn {

/// Gradients of one layer. Those of parts it does not have are not read.
template <typename T>
struct FusedLayerGradients {
  FusedBlockGradients<T> layer, feed_forward, virtual_node;
  T* eps = nullptr;  ///< null if it is not wanted
};

/// The team of the calling thread shares its loops: over chunks where they only write what is their
/// own, and over lanes of chunks where they add to the gradients of weights.
template <typename T>
struct FusedPass : FusedState<T> {
  NormOptions norm;
  std::shared_ptr<WorkspacePool> pool;  ///< chunks take their scratch from it

  /// Distributes the workspace; `layers` hold their weights already.
  void allocate(Workspace& workspace);

  void forward(T* out);
  /// dx and d_edges may be null; d_edges must be zero on entry.
  void backward(const T* d_out, const std::vector<FusedLayerGradients<T>>& gradients, T* dx,
                T* d_edges);

 private:
  void take_all(Workspace& workspace);
  void transpose_weights();
  /// Whether no chunk needs to know of another: the norms have their statistics already.
  [[nodiscard]] bool chunks_are_apart() const;
  /// Then a chunk goes through all layers while it is in the cache.
  void forward_chunk_by_chunk(T* out);
  void forward_virtual_node(std::int64_t l);
  void backward_virtual_node(std::int64_t l, const FusedBlockGradients<T>& gradients);
  void backward_feed_forward(std::int64_t l, const FusedBlockGradients<T>& gradients);
  void backward_layer(std::int64_t l, const FusedLayerGradients<T>& gradients, T* dx, T* d_edges);

  /// Statistics of a norm from the moments of all chunks.
  void set_norm(FusedNorm<T>& own);
  /// From the sums of all chunks to the means that the backward pass of a norm needs.
  void finish_norm(const FusedBlockGradients<T>& gradients);

  /// Calls body(chunk) for all chunks, in any order.
  template <typename Body>
  void over_chunks(const Body& body);
  /// Calls body(chunk, gradients, lane) for all chunks, those of a lane in order, and adds up.
  template <typename Body>
  void over_lanes(const FusedMlp<T>& mlp, const FusedMlpGradients<T>& gradients, const Body& body);

  LaneGradients<T> lane_gradients_;
  T* lane_eps_ = nullptr;  // [lanes]
  std::int64_t wide_ = 0;  // the largest width of a chunk
  ColumnMoments moments_;
};

extern template struct FusedPass<float>;
extern template struct FusedPass<double>;

}  // namespace isotypic::nn
