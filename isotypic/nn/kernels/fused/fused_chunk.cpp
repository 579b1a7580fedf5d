#include "isotypic/nn/kernels/fused/fused_chunk.hpp"

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
FusedChunk<T>::FusedChunk(FusedState<T>& state, std::int64_t number, const FusedScratch<T>& scratch)
    : state_(state),
      chunk_(state.batch.chunks[number]),
      scratch_(scratch),
      rows_{state.chunk_rows.first + number * state.width,
            state.chunk_rows.second + number * state.width} {}

template <typename T>
ChunkGraph FusedChunk<T>::graph() const {
  const FusedBatch& batch = state_.batch;
  return {chunk_.first, chunk_.rows, batch.row_offsets + chunk_.first, batch.neighbours,
          batch.edge_ids};
}

template <typename T>
void FusedChunk<T>::activation(const FusedLayerState<T>& layer, T* a) const {
  activate(at(layer.output), layer.norm.statistics, layer.dropout, chunk_.first, chunk_.rows,
           state_.width, a);
}

template <typename T>
void FusedChunk<T>::result(std::int64_t l, T* out) {
  const FusedLayerState<T>& layer = state_.layers[l];
  if (layer.feed_forward) {
    layer.feed_forward->normalised(chunk_.first, chunk_.rows, out);
  } else if (layer.joins()) {
    std::copy_n(at(layer.joined), chunk_.rows * state_.width, out);
  } else {
    activation(layer, out);
  }
}

template <typename T>
void FusedChunk<T>::add_result_to_graphs(std::int64_t l) {
  result(l, scratch_.input);
  add_to_graphs(state_.batch, chunk_, scratch_.input, state_.width,
                state_.layers[l].virtual_node->sum);
}

template <typename T>
const T* FusedChunk<T>::input(std::int64_t l) {
  if (l == 0) return state_.x + chunk_.first * state_.layers[0].mlp.in;
  result(l - 1, scratch_.input);
  const auto& node = state_.layers[l - 1].virtual_node;
  if (node) add_to_nodes(state_.batch, chunk_, node->state, state_.width, scratch_.input);
  return scratch_.input;
}

template <typename T>
void FusedChunk<T>::forward(std::int64_t l) {
  FusedLayerState<T>& layer = state_.layers[l];
  const std::int64_t in = layer.mlp.in;
  const T* h = input(l);
  T* a = layer.aggregated + first_kept() * in;
  T* z = at(layer.output);
  if (state_.edges == nullptr) {
    aggregate(graph(), h, layer.own, in, a);
  } else {
    aggregate_with_edges(graph(), h, state_.edges, layer.own, in, a);
  }
  layer.mlp.forward(a, first_kept(), chunk_.rows, z);
  if (state_.centred) {  // which takes the bias away
    centre_graphs(state_.batch, chunk_, state_.width, z, scratch_.row);
  } else {
    add_bias_and_moments(z, layer.mlp.bias2, chunk_.rows, state_.width, rows_.first, rows_.second);
  }
}

template <typename T>
void FusedChunk<T>::join(std::int64_t l) {
  FusedLayerState<T>& layer = state_.layers[l];
  T* u = at(layer.joined);
  activation(layer, u);
  if (layer.residual) add(u, input(l), chunk_.rows * state_.width);
  if (layer.feed_forward) layer.feed_forward->forward(u, chunk_.first, chunk_.rows, rows_);
}

template <typename T>
void FusedChunk<T>::enter(std::int64_t l, const T* d_result, const T* a) {
  if (!state_.layers[l].virtual_node) {
    enter_block(l, d_result, a);
    return;
  }
  std::copy_n(d_result, chunk_.rows * state_.width, at(state_.grad_u));
  add_to_graphs(state_.batch, chunk_, d_result, state_.width, state_.graph_scratch.d_state);
}

template <typename T>
void FusedChunk<T>::leave_virtual_node(std::int64_t l) {
  T* d_result = at(state_.grad_u);
  add_to_nodes(state_.batch, chunk_, state_.graph_scratch.d_sum, state_.width, d_result);
  enter_block(l, d_result, nullptr);
}

template <typename T>
void FusedChunk<T>::enter_block(std::int64_t l, const T* d_result, const T* a) {
  const FusedLayerState<T>& layer = state_.layers[l];
  T* kept = layer.joins() ? at(state_.grad_u) : nullptr;
  if (kept != nullptr && kept != d_result) {
    std::copy_n(d_result, chunk_.rows * state_.width, kept);
  }
  if (layer.feed_forward) {
    layer.feed_forward->sums(kept, chunk_.first, chunk_.rows, rows_);
  } else {
    enter_activation(l, d_result, layer.joins() ? nullptr : a);
  }
}

template <typename T>
void FusedChunk<T>::enter_activation(std::int64_t l, const T* du, const T* a) {
  const FusedLayerState<T>& layer = state_.layers[l];
  if (a == nullptr) {
    activation(layer, scratch_.input);
    a = scratch_.input;
  }
  activate_backward(du, a, at(layer.output), layer.norm.statistics,
                    static_cast<T>(layer.dropout.factor), chunk_.rows, state_.width,
                    at(state_.grad_y), rows_.first, rows_.second);
}

template <typename T>
void FusedChunk<T>::backward_feed_forward(std::int64_t l, const FusedMlpGradients<T>& gradients) {
  const FusedLayerState<T>& layer = state_.layers[l];
  T* du = at(state_.grad_u);
  layer.feed_forward->backward(at(layer.joined), chunk_.first, chunk_.rows, state_.norm_rows,
                               gradients, scratch_, du);
  enter_activation(l, du, nullptr);
}

template <typename T>
void FusedChunk<T>::backward(std::int64_t l, const FusedMlpGradients<T>& gradients, T* d_eps, T* dx,
                             T* d_edges) {
  FusedLayerState<T>& layer = state_.layers[l];
  const std::int64_t rows = chunk_.rows;
  const std::int64_t in = layer.mlp.in;
  const std::int64_t width = state_.width;
  T* dz = scratch_.grad_a;
  // A bias that is added to all nodes of a graph and subtracted with their mean has no gradient.
  T* d_bias = state_.centred ? scratch_.row : gradients.bias2;
  normalise_backward(at(state_.grad_y), at(layer.output), layer.norm.statistics,
                     state_.norm_rows.first, state_.norm_rows.second, rows, width, dz, d_bias);
  if (state_.centred) centre_graphs(state_.batch, chunk_, width, dz, scratch_.row);
  const bool stops = l == 0 && dx == nullptr && d_edges == nullptr && d_eps == nullptr;
  T* da = scratch_.grad_a;
  layer.mlp.backward(layer.aggregated + chunk_.first * in, dz, chunk_.first, rows, gradients,
                     scratch_.grad_b, stops ? nullptr : da);
  if (stops) return;

  const T* h = input(l);
  if (d_eps != nullptr) *d_eps += dot(da, h, rows * in);
  T* dh = scratch_.grad_b;
  if (state_.edges == nullptr) {
    aggregate(graph(), da, layer.own, in, dh);
  } else {
    aggregate_with_edges_backward(graph(), h, state_.edges, da, layer.own, in, dh, d_edges);
  }
  if (layer.residual) add(dh, at(state_.grad_u), rows * width);
  if (l > 0) {
    enter(l - 1, dh, h);
  } else if (dx != nullptr) {
    std::copy_n(dh, rows * in, dx + chunk_.first * in);
  }
}

template class FusedChunk<float>;
template class FusedChunk<double>;

}  // namespace isotypic::nn
