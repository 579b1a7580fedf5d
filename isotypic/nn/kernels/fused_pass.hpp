// FusedPass: one forward pass of a fused stack and, later, its backward pass. Internal.
#pragma once

#include <cstdint>
#include <vector>

#include "isotypic/nn/kernels/aggregate.hpp"
#include "isotypic/nn/kernels/fused_loops.hpp"
#include "isotypic/nn/kernels/workspace.hpp"

namespace isotypic::nn {

/// Rows of whole graphs that are processed together.
struct Chunk {
  std::int64_t first = 0;
  std::int64_t rows = 0;
};

/// Cuts a batch between graphs into chunks of 48 to 96 rows; a larger graph is its own chunk.
[[nodiscard]] std::vector<Chunk> make_chunks(const std::int64_t* node_offsets,
                                             std::int64_t num_graphs);

/// Where the data of a batch lies.
struct FusedBatch {
  std::int64_t num_nodes = 0;
  std::int64_t num_edges = 0;
  const std::int64_t* row_offsets = nullptr;
  const std::int32_t* neighbours = nullptr;
  const std::int32_t* edge_ids = nullptr;
  std::vector<Chunk> chunks;
  std::int64_t max_rows = 0;  ///< of a chunk
};

/// Weights of one layer, where its gradients go, and what the forward pass keeps of it.
template <typename T>
struct FusedLayerState {
  std::int64_t in = 0;
  const T *weight1, *bias1, *weight2, *bias2, *gamma, *beta;
  T own = 1;  ///< 1 + eps
  T *running_mean, *running_var;
  LayerDropout dropout;

  T *aggregated, *hidden, *output;  ///< inputs of both products and the result: [N, in], [N, d] x 2
  T *weight1_t, *weight2_t;         ///< transposed copies
  NormStatistics<T> norm;
};

/// Gradients of one layer; null where none is wanted.
template <typename T>
struct FusedLayerGradients {
  T *weight1, *bias1, *weight2, *bias2, *gamma, *beta;
  T* eps = nullptr;
};

template <typename T>
struct FusedPass {
  FusedBatch batch;
  std::int64_t width = 0;  ///< hidden width d
  bool training = true;
  double momentum = 0.1;
  double norm_eps = 1e-5;
  std::vector<FusedLayerState<T>> layers;
  const T* x = nullptr;
  const T* edges = nullptr;  ///< null: GIN

  /// Bytes of workspace for `layers` layers of which the first has `in` inputs.
  [[nodiscard]] static std::int64_t workspace_bytes(const FusedBatch& batch, std::int64_t in,
                                                    std::int64_t width, std::int64_t num_layers);
  /// Distributes the workspace; `layers` hold their weights already.
  void allocate(Workspace& workspace);

  void forward(T* out);
  /// dx and d_edges may be null; d_edges must be zero on entry.
  void backward(const T* d_out, const std::vector<FusedLayerGradients<T>>& gradients, T* dx,
                T* d_edges);

 private:
  [[nodiscard]] ChunkGraph graph_of(const Chunk& chunk) const;
  /// The input of layer l for a chunk: x itself, or the activation of the layer below.
  [[nodiscard]] const T* layer_input(std::int64_t l, const Chunk& chunk);
  void forward_chunk(std::int64_t l, const Chunk& chunk);
  void set_normalisation(FusedLayerState<T>& layer);
  void begin_moments();
  void merge_moments(std::int64_t rows, const T* mean, const T* squares);
  void finish_column_sums(const FusedLayerGradients<T>& gradients);
  void accumulate_column_sums();
  void backward_chunk(std::int64_t l, const Chunk& chunk, const FusedLayerGradients<T>& gradients,
                      T* dx, T* d_edges);

  // Of the size of a chunk:
  T *input_, *grad_a_, *grad_b_;
  // Of the size of the batch:
  T* grad_y_;
  // Of the size of a row:
  T *row_a_, *row_b_, *mean_dy_, *mean_dy_xhat_;
  std::vector<double> mean_, squares_;
  std::int64_t counted_ = 0;
};

extern template struct FusedPass<float>;
extern template struct FusedPass<double>;

}  // namespace isotypic::nn
