#include "isotypic/nn/kernels/fused_pass.hpp"

#include <algorithm>

#include "isotypic/nn/vector_loops.hpp"

namespace isotypic::nn {
namespace {

/// y += x.
template <typename T>
void add(T* y, const T* x, std::int64_t size) {
  add_scaled(y, x, T(1), size);
}

}  // namespace

template <typename T>
void FusedPass<T>::allocate(Workspace& workspace) {
  workspace.fill([&](Workspace& room) { take_all(room); });
}

template <typename T>
void FusedPass<T>::take_all(Workspace& workspace) {
  const std::int64_t n = batch.num_nodes;
  const std::int64_t d = width;
  std::int64_t wide = std::max(layers.front().mlp.in, d);
  bool joins = false;
  bool has_virtual_nodes = false;
  for (FusedLayerState<T>& layer : layers) {
    layer.aggregated = workspace.take<T>(n * layer.mlp.in);
    layer.mlp.allocate(workspace, n);
    layer.norm.allocate(workspace, d);
    layer.output = workspace.take<T>(n * d);
    if (layer.joins()) layer.joined = workspace.take<T>(n * d);
    if (layer.feed_forward) {
      layer.feed_forward->allocate(workspace, n);
      wide = std::max(wide, layer.feed_forward->mlp.middle);
    }
    if (layer.virtual_node) layer.virtual_node->allocate(workspace, batch.num_graphs);
    joins = joins || layer.joins() || layer.virtual_node;
    has_virtual_nodes = has_virtual_nodes || layer.virtual_node;
  }
  grad_y_ = workspace.take<T>(n * d);
  grad_u_ = joins ? workspace.take<T>(n * d) : nullptr;
  if (has_virtual_nodes) {
    for (T** rows : {&graph_scratch_.d_state, &graph_scratch_.d_sum, &graph_scratch_.grad}) {
      *rows = workspace.take<T>(batch.num_graphs * d);
    }
    graph_scratch_.d_hidden = workspace.take<T>(batch.num_graphs * 2 * d);
  }
  for (T** row : {&scratch_.row_a, &scratch_.row_b, &scratch_.mean_dy, &scratch_.mean_dy_xhat}) {
    *row = workspace.take<T>(d);
  }
  for (T** rows : {&scratch_.input, &scratch_.grad_a, &scratch_.grad_b}) {
    *rows = workspace.take<T>(batch.max_rows * wide);
  }
}

template <typename T>
ChunkGraph FusedPass<T>::graph_of(const Chunk& chunk) const {
  return {chunk.first, chunk.rows, batch.row_offsets + chunk.first, batch.neighbours,
          batch.edge_ids};
}

template <typename T>
void FusedPass<T>::activation(const FusedLayerState<T>& layer, std::int64_t first,
                              std::int64_t rows, T* a) {
  activate(layer.output + first * width, layer.norm.statistics, layer.dropout, first, rows, width,
           a);
}

template <typename T>
void FusedPass<T>::layer_result(const FusedLayerState<T>& layer, std::int64_t first,
                                std::int64_t rows, T* out) {
  if (layer.feed_forward) {
    layer.feed_forward->normalised(first, rows, out);
  } else if (layer.joins()) {
    std::copy_n(layer.joined + first * width, rows * width, out);
  } else {
    activation(layer, first, rows, out);
  }
}

template <typename T>
const T* FusedPass<T>::layer_input(std::int64_t l, const Chunk& chunk) {
  if (l == 0) return x + chunk.first * layers[0].mlp.in;
  const FusedLayerState<T>& below = layers[l - 1];
  layer_result(below, chunk.first, chunk.rows, scratch_.input);
  if (below.virtual_node) {
    add_to_nodes(batch, chunk, below.virtual_node->state, width, scratch_.input);
  }
  return scratch_.input;
}

template <typename T>
void FusedPass<T>::forward_chunk(std::int64_t l, const Chunk& chunk) {
  FusedLayerState<T>& layer = layers[l];
  const std::int64_t in = layer.mlp.in;
  const T* h = layer_input(l, chunk);
  T* a = layer.aggregated + chunk.first * in;
  T* z = layer.output + chunk.first * width;
  if (edges == nullptr) {
    aggregate(graph_of(chunk), h, layer.own, in, a);
  } else {
    aggregate_with_edges(graph_of(chunk), h, edges, layer.own, in, a);
  }
  layer.mlp.forward(a, chunk.first, chunk.rows, z);
  add_bias_and_moments(z, layer.mlp.bias2, chunk.rows, width, scratch_.row_a, scratch_.row_b);
  if (norm.training) moments_.merge(chunk.rows, scratch_.row_a, scratch_.row_b);
}

/// u of a chunk, and what a feed-forward block makes of it.
template <typename T>
void FusedPass<T>::join_chunk(std::int64_t l, const Chunk& chunk) {
  FusedLayerState<T>& layer = layers[l];
  T* u = layer.joined + chunk.first * width;
  activation(layer, chunk.first, chunk.rows, u);
  if (layer.residual) add(u, layer_input(l, chunk), chunk.rows * width);
  if (layer.feed_forward) {
    layer.feed_forward->forward(u, chunk.first, chunk.rows, scratch_, moments_);
  }
}

template <typename T>
void FusedPass<T>::forward_virtual_node(std::int64_t l) {
  FusedVirtualNode<T>& node = *layers[l].virtual_node;
  node.mlp.transpose_weights();
  std::fill_n(node.sum, batch.num_graphs * width, T(0));
  for (const Chunk& chunk : batch.chunks) {
    layer_result(layers[l], chunk.first, chunk.rows, scratch_.input);
    add_to_graphs(batch, chunk, scratch_.input, width, node.sum);
  }
  const T* previous = l == 0 ? nullptr : layers[l - 1].virtual_node->state;
  node.forward(previous, batch.num_graphs, norm, scratch_, moments_);
}

template <typename T>
void FusedPass<T>::forward(T* out) {
  for (std::int64_t l = 0; l < std::ssize(layers); ++l) {
    FusedLayerState<T>& layer = layers[l];
    layer.mlp.transpose_weights();
    moments_.begin(width);
    for (const Chunk& chunk : batch.chunks) forward_chunk(l, chunk);
    layer.norm.set(moments_, norm);
    if (layer.joins()) {
      if (layer.feed_forward) layer.feed_forward->mlp.transpose_weights();
      moments_.begin(width);
      for (const Chunk& chunk : batch.chunks) join_chunk(l, chunk);
      if (layer.feed_forward) layer.feed_forward->norm.set(moments_, norm);
    }
    if (layer.virtual_node) forward_virtual_node(l);
  }
  layer_result(layers.back(), 0, batch.num_nodes, out);
}

template <typename T>
void FusedPass<T>::backward_chunk(std::int64_t l, const Chunk& chunk,
                                  const FusedLayerGradients<T>& gradients, T* dx, T* d_edges) {
  FusedLayerState<T>& layer = layers[l];
  const std::int64_t rows = chunk.rows;
  const std::int64_t in = layer.mlp.in;
  T* dz = scratch_.grad_a;
  normalise_backward(grad_y_ + chunk.first * width, layer.output + chunk.first * width,
                     layer.norm.statistics, scratch_.mean_dy, scratch_.mean_dy_xhat, rows, width,
                     dz, gradients.layer.mlp.bias2);
  const bool stops = l == 0 && dx == nullptr && d_edges == nullptr && gradients.eps == nullptr;
  T* da = scratch_.grad_a;
  layer.mlp.backward(layer.aggregated + chunk.first * in, dz, chunk.first, rows,
                     gradients.layer.mlp, scratch_.grad_b, stops ? nullptr : da);
  if (stops) return;

  const T* h = layer_input(l, chunk);
  if (gradients.eps != nullptr) *gradients.eps += dot(da, h, rows * in);
  T* dh = scratch_.grad_b;
  if (edges == nullptr) {
    aggregate(graph_of(chunk), da, layer.own, in, dh);
  } else {
    aggregate_with_edges_backward(graph_of(chunk), h, edges, da, layer.own, in, dh, d_edges);
  }
  if (layer.residual) add(dh, grad_u_ + chunk.first * width, rows * width);
  if (l > 0) {
    enter(l - 1, chunk, dh, h);
  } else if (dx != nullptr) {
    std::copy_n(dh, rows * in, dx + chunk.first * in);
  }
}

/// `a` is the activation of the layer if it joins nothing, or null if it is to be computed.
template <typename T>
void FusedPass<T>::enter(std::int64_t l, const Chunk& chunk, const T* d_result, const T* a) {
  if (!layers[l].virtual_node) {
    enter_block(l, chunk, d_result, a);
    return;
  }
  std::copy_n(d_result, chunk.rows * width, grad_u_ + chunk.first * width);
  add_to_graphs(batch, chunk, d_result, width, graph_scratch_.d_state);
}

template <typename T>
void FusedPass<T>::enter_block(std::int64_t l, const Chunk& chunk, const T* d_result, const T* a) {
  const FusedLayerState<T>& layer = layers[l];
  T* kept = layer.joins() ? grad_u_ + chunk.first * width : nullptr;
  if (kept != nullptr && kept != d_result) std::copy_n(d_result, chunk.rows * width, kept);
  if (layer.feed_forward) {
    layer.feed_forward->add_norm_sums(kept, chunk.first, chunk.rows, scratch_, moments_);
  } else {
    enter_activation(l, chunk, d_result, layer.joins() ? nullptr : a);
  }
}

template <typename T>
void FusedPass<T>::enter_activation(std::int64_t l, const Chunk& chunk, const T* du, const T* a) {
  const FusedLayerState<T>& layer = layers[l];
  if (a == nullptr) {
    activation(layer, chunk.first, chunk.rows, scratch_.input);
    a = scratch_.input;
  }
  const std::int64_t offset = chunk.first * width;
  activate_backward(du, a, layer.output + offset, layer.norm.statistics,
                    static_cast<T>(layer.dropout.factor), chunk.rows, width, grad_y_ + offset,
                    scratch_.row_a, scratch_.row_b);
  moments_.add(chunk.rows, scratch_.row_a, scratch_.row_b);
}

template <typename T>
void FusedPass<T>::backward_virtual_node(std::int64_t l, const FusedBlockGradients<T>& gradients) {
  layers[l].virtual_node->backward(batch.num_graphs, norm, gradients, scratch_, graph_scratch_,
                                   moments_);
  moments_.begin(width);
  for (const Chunk& chunk : batch.chunks) {
    T* d_result = grad_u_ + chunk.first * width;
    add_to_nodes(batch, chunk, graph_scratch_.d_sum, width, d_result);
    enter_block(l, chunk, d_result, nullptr);
  }
}

template <typename T>
void FusedPass<T>::backward_feed_forward(std::int64_t l, const FusedBlockGradients<T>& gradients) {
  const FusedLayerState<T>& layer = layers[l];
  finish_norm_gradient(moments_, norm, gradients.gamma, gradients.beta, scratch_.mean_dy,
                       scratch_.mean_dy_xhat);
  moments_.begin(width);
  for (const Chunk& chunk : batch.chunks) {
    T* du = grad_u_ + chunk.first * width;
    layer.feed_forward->backward(layer.joined + chunk.first * width, chunk.first, chunk.rows,
                                 gradients, scratch_, du);
    enter_activation(l, chunk, du, nullptr);
  }
}

template <typename T>
void FusedPass<T>::backward(const T* d_out, const std::vector<FusedLayerGradients<T>>& gradients,
                            T* dx, T* d_edges) {
  const std::int64_t top = std::ssize(layers) - 1;
  if (layers.front().virtual_node) {
    std::fill_n(graph_scratch_.d_state, batch.num_graphs * width, T(0));
  }
  moments_.begin(width);
  for (const Chunk& chunk : batch.chunks) {
    enter(top, chunk, d_out + chunk.first * width, nullptr);
  }
  for (std::int64_t l = top; l >= 0; --l) {
    if (layers[l].virtual_node) backward_virtual_node(l, gradients[l].virtual_node);
    if (layers[l].feed_forward) backward_feed_forward(l, gradients[l].feed_forward);
    finish_norm_gradient(moments_, norm, gradients[l].layer.gamma, gradients[l].layer.beta,
                         scratch_.mean_dy, scratch_.mean_dy_xhat);
    moments_.begin(width);
    for (const Chunk& chunk : batch.chunks) backward_chunk(l, chunk, gradients[l], dx, d_edges);
  }
}

template struct FusedPass<float>;
template struct FusedPass<double>;

}  // namespace isotypic::nn
