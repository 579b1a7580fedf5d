// fused_loops: everything of the fused stack that is not a matrix product.
//
// Matrices are row-major and `width` wide. Rows of a chunk are numbered from its first row, and so
// are the neighbours after subtracting `first`. Defined for float and double.
#pragma once

#include <cstdint>

#include "isotypic/nn/dropout.hpp"

namespace isotypic::nn {

/// The adjacency rows of one chunk of whole graphs.
struct ChunkGraph {
  std::int64_t first = 0;  ///< number of the chunk's first node in the batch
  std::int64_t rows = 0;
  const std::int64_t* row_offsets = nullptr;  ///< of the chunk's first node onwards
  const std::int32_t* neighbours = nullptr;   ///< of the whole batch
  const std::int32_t* edge_ids = nullptr;     ///< of the whole batch
};

/// What BatchNorm does to one layer's output z: y = z * scale + shift, xhat = (z - mean) * inv_std.
template <typename T>
struct Normalisation {
  T* scale;
  T* shift;
  T* mean;
  T* inv_std;
};

/// Dropout of one layer: element (row, column) has the number (first + row) * width + column.
struct LayerDropout {
  DropoutMask mask{0, 0.0};
  double factor = 1.0;  ///< 1 / (1 - p)
  bool active = false;
};

/// h = dropout(relu(z * scale + shift)).
template <typename T>
void activate(const T* z, const Normalisation<T>& norm, const LayerDropout& dropout,
              std::int64_t first, std::int64_t rows, std::int64_t width, T* h);

/// out_v = own * h_v + sum of h_u over the neighbours u of v. Its own transpose.
template <typename T>
void aggregate(const ChunkGraph& graph, const T* h, T own, std::int64_t width, T* out);

/// out_v = own * h_v + sum of relu(h_u + e_uv).
template <typename T>
void aggregate_with_edges(const ChunkGraph& graph, const T* h, const T* edges, T own,
                          std::int64_t width, T* out);

/// The transpose: dh_v = own * da_v + sum of da_u where h_v + e_uv > 0; the same terms are added
/// to the gradient of the edge.
template <typename T>
void aggregate_with_edges_backward(const ChunkGraph& graph, const T* h, const T* edges, const T* da,
                                   T own, std::int64_t width, T* dh, T* d_edges);

/// t = relu(t + bias).
template <typename T>
void add_bias_relu(T* t, const T* bias, std::int64_t rows, std::int64_t width);

/// z += bias; then the mean of every column and the sum of the squared distances from it.
template <typename T>
void add_bias_and_moments(T* z, const T* bias, std::int64_t rows, std::int64_t width, T* mean,
                          T* squares);

/// dz = scale * (dy - mean_dy - xhat * mean_dy_xhat); the column sums of dz are added to d_bias.
template <typename T>
void normalise_backward(const T* dy, const T* z, const Normalisation<T>& norm, const T* mean_dy,
                        const T* mean_dy_xhat, std::int64_t rows, std::int64_t width, T* dz,
                        T* d_bias);

/// dt = 0 where t <= 0; the column sums of the rest are added to d_bias.
template <typename T>
void relu_backward(T* dt, const T* t, std::int64_t rows, std::int64_t width, T* d_bias);

/// dy = dh * factor where h > 0, else 0; column sums of dy and dy * xhat into the last two.
template <typename T>
void activate_backward(const T* dh, const T* h, const T* z, const Normalisation<T>& norm, T factor,
                       std::int64_t rows, std::int64_t width, T* dy, T* sum_dy, T* sum_dy_xhat);

/// One step of Adam on flat arrays; `size_scale` and `root_scale` are the bias corrections.
struct AdamStep {
  double learning_rate, beta1, beta2, eps, weight_decay, size_scale, root_scale;
};
template <typename T>
void adam_update(T* weights, const T* gradients, T* first, T* second, const AdamStep& step,
                 std::int64_t size);

}  // namespace isotypic::nn
