#include "isotypic/nn/kernels/fused_pass.hpp"

#include <algorithm>
#include <cmath>

#include "isotypic/nn/kernels/small_gemm.hpp"
#include "isotypic/nn/vector_loops.hpp"

namespace isotypic::nn {
namespace {

constexpr std::int64_t min_rows = 48;
constexpr std::int64_t max_rows = 96;

template <typename T>
void transpose(const T* from, std::int64_t rows, std::int64_t columns, T* to) {
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) to[j * rows + i] = from[i * columns + j];
  }
}

/// What of a factor that is read again and again may lie in the first-level cache (32 KB or more),
/// beside the rows that stream past it.
constexpr std::int64_t matrix_bytes = 32 * 1024;
constexpr std::int64_t rows_bytes = 24 * 1024;

/// Calls body(first, count) for equal slices of at most `most`: few shapes, so few generated
/// kernels.
template <typename Body>
void over_slices(std::int64_t size, std::int64_t most, Body&& body) {
  if (size == 0) return;
  const std::int64_t slices = (size + most - 1) / most;
  const std::int64_t count = (size + slices - 1) / slices;
  for (std::int64_t first = 0; first < size; first += count) {
    body(first, std::min(count, size - first));
  }
}

/// How many rows of `width` fit into `bytes`; eight at least, so that a product is worth its call.
template <typename T>
std::int64_t rows_within(std::int64_t bytes, std::int64_t width) {
  return std::max<std::int64_t>(8, bytes / (width * static_cast<std::int64_t>(sizeof(T))));
}

/// y [rows, out] = x [rows, in] times the matrix [in, out].
template <typename T>
void multiply(const T* x, std::int64_t rows, std::int64_t in, const T* matrix, std::int64_t out,
              T* y) {
  over_slices(rows, max_rows, [&](std::int64_t row, std::int64_t count) {
    over_slices(in, rows_within<T>(matrix_bytes, out), [&](std::int64_t column, std::int64_t k) {
      small_gemm(out, count, k, matrix + column * out, out, x + row * in + column, in,
                 y + row * out, out, TransposeB::No,
                 column == 0 ? Accumulate::No : Accumulate::Yes);
    });
  });
}

/// d_weight [out, in] += dy^T x.
template <typename T>
void add_weight_gradient(const T* x, const T* dy, std::int64_t rows, std::int64_t in,
                         std::int64_t out, T* d_weight) {
  over_slices(rows, rows_within<T>(rows_bytes, in), [&](std::int64_t row, std::int64_t count) {
    small_gemm(in, out, count, x + row * in, in, dy + row * out, out, d_weight, in, TransposeB::Yes,
               Accumulate::Yes);
  });
}

}  // namespace

std::vector<Chunk> make_chunks(const std::int64_t* node_offsets, std::int64_t num_graphs) {
  std::vector<Chunk> chunks;
  for (std::int64_t g = 0; g < num_graphs; ++g) {
    const std::int64_t rows = node_offsets[g + 1] - node_offsets[g];
    const bool joins =
        !chunks.empty() && chunks.back().rows < min_rows && chunks.back().rows + rows <= max_rows;
    if (joins) {
      chunks.back().rows += rows;
    } else {
      chunks.push_back({node_offsets[g], rows});
    }
  }
  return chunks;
}

template <typename T>
std::int64_t FusedPass<T>::workspace_bytes(const FusedBatch& batch, std::int64_t in,
                                           std::int64_t width, std::int64_t num_layers) {
  const std::int64_t wide = std::max(in, width);
  const std::int64_t kept =
      batch.num_nodes * (in + (num_layers - 1) * width + (2 * num_layers + 1) * width);
  const std::int64_t weights = num_layers * 2 * wide * width;
  const std::int64_t rows = (4 * num_layers + 4) * width + 3 * batch.max_rows * wide;
  const std::int64_t pieces = 9 * num_layers + 8;
  return (kept + weights + rows) * static_cast<std::int64_t>(sizeof(T)) + 64 * pieces;
}

template <typename T>
void FusedPass<T>::allocate(Workspace& workspace) {
  const std::int64_t n = batch.num_nodes;
  const std::int64_t d = width;
  const std::int64_t wide = std::max(layers.front().in, d);
  workspace.reset(
      workspace_bytes(batch, layers.front().in, d, static_cast<std::int64_t>(layers.size())));
  for (FusedLayerState<T>& layer : layers) {
    layer.aggregated = workspace.take<T>(n * layer.in);
    layer.hidden = workspace.take<T>(n * d);
    layer.output = workspace.take<T>(n * d);
    layer.weight1_t = workspace.take<T>(layer.in * d);
    layer.weight2_t = workspace.take<T>(d * d);
    for (T** row : {&layer.norm.scale, &layer.norm.shift, &layer.norm.mean, &layer.norm.inv_std}) {
      *row = workspace.take<T>(d);
    }
  }
  grad_y_ = workspace.take<T>(n * d);
  for (T** row : {&row_a_, &row_b_, &mean_dy_, &mean_dy_xhat_}) *row = workspace.take<T>(d);
  for (T** rows : {&input_, &grad_a_, &grad_b_}) *rows = workspace.take<T>(batch.max_rows * wide);
}

template <typename T>
ChunkGraph FusedPass<T>::graph_of(const Chunk& chunk) const {
  return {chunk.first, chunk.rows, batch.row_offsets + chunk.first, batch.neighbours,
          batch.edge_ids};
}

template <typename T>
const T* FusedPass<T>::layer_input(std::int64_t l, const Chunk& chunk) {
  if (l == 0) return x + chunk.first * layers[0].in;
  const FusedLayerState<T>& below = layers[l - 1];
  activate(below.output + chunk.first * width, below.norm, below.dropout, chunk.first, chunk.rows,
           width, input_);
  return input_;
}

template <typename T>
void FusedPass<T>::begin_moments() {
  mean_.assign(static_cast<std::size_t>(width), 0.0);
  squares_.assign(static_cast<std::size_t>(width), 0.0);
  counted_ = 0;
}

/// Chan's update: the moments of two parts give those of their union.
template <typename T>
void FusedPass<T>::merge_moments(std::int64_t rows, const T* mean, const T* squares) {
  const auto before = static_cast<double>(counted_);
  const auto added = static_cast<double>(rows);
  const double share = added / (before + added);
  for (std::int64_t c = 0; c < width; ++c) {
    const double distance = static_cast<double>(mean[c]) - mean_[c];
    mean_[c] += share * distance;
    squares_[c] += static_cast<double>(squares[c]) + distance * distance * before * share;
  }
  counted_ += rows;
}

template <typename T>
void FusedPass<T>::set_normalisation(FusedLayerState<T>& layer) {
  const auto n = static_cast<double>(batch.num_nodes);
  for (std::int64_t c = 0; c < width; ++c) {
    double mean = static_cast<double>(layer.running_mean[c]);
    double variance = static_cast<double>(layer.running_var[c]);
    if (training) {
      mean = mean_[c];
      variance = squares_[c] / n;
      const double unbiased = squares_[c] / std::max(1.0, n - 1);
      layer.running_mean[c] += static_cast<T>(momentum * (mean - layer.running_mean[c]));
      layer.running_var[c] += static_cast<T>(momentum * (unbiased - layer.running_var[c]));
    }
    const double inv_std = 1.0 / std::sqrt(variance + norm_eps);
    layer.norm.mean[c] = static_cast<T>(mean);
    layer.norm.inv_std[c] = static_cast<T>(inv_std);
    const double scale = static_cast<double>(layer.gamma[c]) * inv_std;
    layer.norm.scale[c] = static_cast<T>(scale);
    layer.norm.shift[c] = static_cast<T>(static_cast<double>(layer.beta[c]) - mean * scale);
  }
}

template <typename T>
void FusedPass<T>::forward_chunk(std::int64_t l, const Chunk& chunk) {
  FusedLayerState<T>& layer = layers[l];
  const T* h = layer_input(l, chunk);
  T* a = layer.aggregated + chunk.first * layer.in;
  T* t = layer.hidden + chunk.first * width;
  T* z = layer.output + chunk.first * width;
  if (edges == nullptr) {
    aggregate(graph_of(chunk), h, layer.own, layer.in, a);
  } else {
    aggregate_with_edges(graph_of(chunk), h, edges, layer.own, layer.in, a);
  }
  multiply(a, chunk.rows, layer.in, layer.weight1_t, width, t);
  add_bias_relu(t, layer.bias1, chunk.rows, width);
  multiply(t, chunk.rows, width, layer.weight2_t, width, z);
  add_bias_and_moments(z, layer.bias2, chunk.rows, width, row_a_, row_b_);
  if (training) merge_moments(chunk.rows, row_a_, row_b_);
}

template <typename T>
void FusedPass<T>::forward(T* out) {
  for (std::size_t l = 0; l < layers.size(); ++l) {
    FusedLayerState<T>& layer = layers[l];
    transpose(layer.weight1, width, layer.in, layer.weight1_t);
    transpose(layer.weight2, width, width, layer.weight2_t);
    begin_moments();
    for (const Chunk& chunk : batch.chunks) forward_chunk(static_cast<std::int64_t>(l), chunk);
    set_normalisation(layer);
  }
  const FusedLayerState<T>& last = layers.back();
  activate(last.output, last.norm, last.dropout, 0, batch.num_nodes, width, out);
}

template <typename T>
void FusedPass<T>::accumulate_column_sums() {
  for (std::int64_t c = 0; c < width; ++c) {
    mean_[c] += static_cast<double>(row_a_[c]);
    squares_[c] += static_cast<double>(row_b_[c]);
  }
}

/// The sums over all rows are the gradients of beta and gamma; divided by the number of rows they
/// are what BatchNorm subtracts. In evaluation its statistics are constants.
template <typename T>
void FusedPass<T>::finish_column_sums(const FusedLayerGradients<T>& gradients) {
  const double share = training ? 1.0 / static_cast<double>(batch.num_nodes) : 0.0;
  for (std::int64_t c = 0; c < width; ++c) {
    gradients.beta[c] = static_cast<T>(mean_[c]);
    gradients.gamma[c] = static_cast<T>(squares_[c]);
    mean_dy_[c] = static_cast<T>(mean_[c] * share);
    mean_dy_xhat_[c] = static_cast<T>(squares_[c] * share);
  }
}

template <typename T>
void FusedPass<T>::backward_chunk(std::int64_t l, const Chunk& chunk,
                                  const FusedLayerGradients<T>& gradients, T* dx, T* d_edges) {
  FusedLayerState<T>& layer = layers[l];
  const std::int64_t rows = chunk.rows;
  const T* a = layer.aggregated + chunk.first * layer.in;
  const T* t = layer.hidden + chunk.first * width;
  const T* z = layer.output + chunk.first * width;
  T* dy = grad_y_ + chunk.first * width;
  T* dz = grad_a_;
  T* dt = grad_b_;
  normalise_backward(dy, z, layer.norm, mean_dy_, mean_dy_xhat_, rows, width, dz, gradients.bias2);
  add_weight_gradient(t, dz, rows, width, width, gradients.weight2);
  multiply(dz, rows, width, layer.weight2, width, dt);
  relu_backward(dt, t, rows, width, gradients.bias1);
  add_weight_gradient(a, dt, rows, layer.in, width, gradients.weight1);
  if (l == 0 && dx == nullptr && d_edges == nullptr && gradients.eps == nullptr) return;

  T* da = grad_a_;
  multiply(dt, rows, width, layer.weight1, layer.in, da);
  const T* h = layer_input(l, chunk);
  if (gradients.eps != nullptr) *gradients.eps += dot(da, h, rows * layer.in);
  T* dh = grad_b_;
  if (edges == nullptr) {
    aggregate(graph_of(chunk), da, layer.own, layer.in, dh);
  } else {
    aggregate_with_edges_backward(graph_of(chunk), h, edges, da, layer.own, layer.in, dh, d_edges);
  }
  if (l == 0) {
    if (dx != nullptr) std::copy_n(dh, rows * layer.in, dx + chunk.first * layer.in);
    return;
  }
  const FusedLayerState<T>& below = layers[l - 1];
  activate_backward(dh, h, below.output + chunk.first * width, below.norm,
                    static_cast<T>(below.dropout.factor), rows, width, dy, row_a_, row_b_);
  accumulate_column_sums();
}

template <typename T>
void FusedPass<T>::backward(const T* d_out, const std::vector<FusedLayerGradients<T>>& gradients,
                            T* dx, T* d_edges) {
  const auto top = static_cast<std::int64_t>(layers.size());
  begin_moments();
  for (const Chunk& chunk : batch.chunks) {
    const T* h = layer_input(top, chunk);
    const FusedLayerState<T>& last = layers.back();
    const std::int64_t offset = chunk.first * width;
    activate_backward(d_out + offset, h, last.output + offset, last.norm,
                      static_cast<T>(last.dropout.factor), chunk.rows, width, grad_y_ + offset,
                      row_a_, row_b_);
    accumulate_column_sums();
  }
  for (std::int64_t l = top - 1; l >= 0; --l) {
    finish_column_sums(gradients[l]);
    begin_moments();
    for (const Chunk& chunk : batch.chunks) backward_chunk(l, chunk, gradients[l], dx, d_edges);
  }
}

template struct FusedPass<float>;
template struct FusedPass<double>;

}  // namespace isotypic::nn
