#include "isotypic/nn/kernels/fused/fused_pass.hpp"

#include <algorithm>

#include "isotypic/base/team.hpp"

namespace isotypic::nn {
namespace {

/// The scratch of one chunk after the other, borrowed from a pool.
template <typename T>
class ScratchLoan {
 public:
  ScratchLoan(Pool<Workspace>& pool, std::int64_t rows, std::int64_t wide)
      : pool_(pool), memory_(pool.borrow()) {
    memory_->fill([&](Workspace& room) {
      for (T** piece : {&scratch.input, &scratch.grad_a, &scratch.grad_b}) {
        *piece = room.take<T>(rows * wide);
      }
      scratch.row = room.take<T>(wide);
    });
  }
  ~ScratchLoan() { pool_.give_back(std::move(memory_)); }
  ScratchLoan(const ScratchLoan&) = delete;
  ScratchLoan& operator=(const ScratchLoan&) = delete;

  FusedScratch<T> scratch{};

 private:
  Pool<Workspace>& pool_;
  std::unique_ptr<Workspace> memory_;
};

}  // namespace

template <typename T>
void FusedPass<T>::allocate(Workspace& workspace) {
  this->keeps = this->keeps || !chunks_are_apart() || !Team::is_absent();
  lane_gradients_.lanes = make_lanes(std::ssize(this->batch.chunks), this->batch.num_nodes);
  workspace.fill([&](Workspace& room) { take_all(room); });
}

template <typename T>
void FusedPass<T>::take_all(Workspace& workspace) {
  const std::int64_t n = this->keeps ? this->batch.num_nodes : this->batch.max_rows;
  const std::int64_t d = this->width;
  const std::int64_t graphs = this->batch.num_graphs;
  wide_ = std::max(this->layers.front().mlp.in, d);
  std::int64_t weights = 0;
  bool joins = false;
  bool has_virtual_nodes = false;
  const FusedLayerState<T>& first = this->layers.front();
  for (FusedLayerState<T>& layer : this->layers) {
    const bool shares = !this->keeps && &layer != &first;
    const std::int64_t in = this->keeps ? layer.mlp.in : wide_;
    layer.aggregated = shares ? first.aggregated : workspace.take<T>(n * in);
    layer.mlp.allocate(workspace, shares ? 0 : n);
    if (shares) layer.mlp.hidden = first.mlp.hidden;
    layer.norm.allocate(workspace, d);
    layer.output = shares ? first.output : workspace.take<T>(n * d);
    weights = std::max(weights, layer.mlp.num_weights());
    if (layer.joins()) layer.joined = workspace.take<T>(n * d);
    if (layer.feed_forward) {
      layer.feed_forward->allocate(workspace, n);
      wide_ = std::max(wide_, layer.feed_forward->mlp.middle);
      weights = std::max(weights, layer.feed_forward->mlp.num_weights());
    }
    if (layer.virtual_node) layer.virtual_node->allocate(workspace, graphs);
    joins = joins || layer.joins() || layer.virtual_node;
    has_virtual_nodes = has_virtual_nodes || layer.virtual_node;
  }
  this->grad_y = this->keeps ? workspace.take<T>(n * d) : nullptr;
  this->grad_u = joins ? workspace.take<T>(n * d) : nullptr;
  if (has_virtual_nodes) {
    GraphScratch<T>& scratch = this->graph_scratch;
    for (T** rows : {&scratch.d_state, &scratch.d_sum, &scratch.grad}) {
      *rows = workspace.take<T>(graphs * d);
    }
    scratch.d_hidden = workspace.take<T>(graphs * 2 * d);
  }
  const std::int64_t chunks = std::ssize(this->batch.chunks);
  this->chunk_rows = {workspace.take<T>(chunks * d), workspace.take<T>(chunks * d)};
  this->norm_rows = {workspace.take<T>(d), workspace.take<T>(d)};
  lane_gradients_.allocate(workspace, weights);
  lane_eps_ = workspace.take<T>(lane_gradients_.lanes.count);
}

template <typename T>
template <typename Body>
void FusedPass<T>::over_chunks(const Body& body) {
  share_loop(std::ssize(this->batch.chunks), [&](std::int64_t number) {
    const ScratchLoan<T> loan(pool->scratch, this->batch.max_rows, wide_);
    FusedChunk<T> chunk(*this, number, loan.scratch);
    body(chunk);
  });
}

template <typename T>
template <typename Body>
void FusedPass<T>::over_lanes(const FusedMlp<T>& mlp, const FusedMlpGradients<T>& gradients,
                              const Body& body) {
  const Lanes& lanes = lane_gradients_.lanes;
  share_loop(lanes.count, [&](std::int64_t lane) {
    const ScratchLoan<T> loan(pool->scratch, this->batch.max_rows, wide_);
    const FusedMlpGradients<T> own = lane_gradients_.begin(lane, mlp, gradients);
    for (std::int64_t number = lanes.begin(lane); number < lanes.end(lane); ++number) {
      FusedChunk<T> chunk(*this, number, loan.scratch);
      body(chunk, own, lane);
    }
  });
  lane_gradients_.add_up(mlp, gradients);
}

template <typename T>
void FusedPass<T>::transpose_weights() {
  std::vector<FusedMlp<T>*> all;
  for (FusedLayerState<T>& layer : this->layers) {
    all.push_back(&layer.mlp);
    if (layer.feed_forward) all.push_back(&layer.feed_forward->mlp);
    if (layer.virtual_node) all.push_back(&layer.virtual_node->mlp);
  }
  share_loop(std::ssize(all), [&](std::int64_t i) { all[i]->transpose_weights(); });
}

template <typename T>
void FusedPass<T>::set_norm(FusedNorm<T>& own) {
  moments_.begin(this->width);
  const std::vector<Chunk>& chunks = this->batch.chunks;
  for (std::int64_t c = 0; norm.training && c < std::ssize(chunks); ++c) {
    moments_.merge(chunks[c].rows, this->chunk_rows.first + c * this->width,
                   this->chunk_rows.second + c * this->width);
  }
  own.set(moments_, norm);
}

template <typename T>
void FusedPass<T>::finish_norm(const FusedBlockGradients<T>& gradients) {
  moments_.begin(this->width);
  const std::vector<Chunk>& chunks = this->batch.chunks;
  for (std::int64_t c = 0; c < std::ssize(chunks); ++c) {
    moments_.add(chunks[c].rows, this->chunk_rows.first + c * this->width,
                 this->chunk_rows.second + c * this->width);
  }
  finish_norm_gradient(moments_, norm, gradients.gamma, gradients.beta, this->norm_rows.first,
                       this->norm_rows.second);
}

template <typename T>
void FusedPass<T>::forward_virtual_node(std::int64_t l) {
  FusedVirtualNode<T>& node = *this->layers[l].virtual_node;
  std::fill_n(node.sum, this->batch.num_graphs * this->width, T(0));
  over_chunks([&](FusedChunk<T>& chunk) { chunk.add_result_to_graphs(l); });
  const T* previous = l == 0 ? nullptr : this->layers[l - 1].virtual_node->state;
  node.forward(previous, this->batch.num_graphs, norm, this->norm_rows);
}

template <typename T>
bool FusedPass<T>::chunks_are_apart() const {
  return !norm.training && std::ranges::none_of(this->layers, [](const FusedLayerState<T>& layer) {
    return layer.joins() || layer.virtual_node;
  });
}

template <typename T>
void FusedPass<T>::forward_chunk_by_chunk(T* out) {
  const std::int64_t top = std::ssize(this->layers) - 1;
  for (FusedLayerState<T>& layer : this->layers) set_norm(layer.norm);
  over_chunks([&](FusedChunk<T>& chunk) {
    for (std::int64_t l = 0; l <= top; ++l) chunk.forward(l);
    chunk.result(top, out + chunk.first() * this->width);
  });
}

template <typename T>
void FusedPass<T>::forward(T* out) {
  transpose_weights();
  if (chunks_are_apart()) {
    forward_chunk_by_chunk(out);
    return;
  }
  for (std::int64_t l = 0; l < std::ssize(this->layers); ++l) {
    FusedLayerState<T>& layer = this->layers[l];
    over_chunks([&](FusedChunk<T>& chunk) { chunk.forward(l); });
    set_norm(layer.norm);
    if (layer.joins()) over_chunks([&](FusedChunk<T>& chunk) { chunk.join(l); });
    if (layer.feed_forward) set_norm(layer.feed_forward->norm);
    if (layer.virtual_node) forward_virtual_node(l);
  }
  const std::int64_t top = std::ssize(this->layers) - 1;
  over_chunks([&](FusedChunk<T>& chunk) { chunk.result(top, out + chunk.first() * this->width); });
}

template <typename T>
void FusedPass<T>::backward_virtual_node(std::int64_t l, const FusedBlockGradients<T>& gradients) {
  this->layers[l].virtual_node->backward(this->batch.num_graphs, norm, gradients, this->norm_rows,
                                         this->graph_scratch);
  over_chunks([&](FusedChunk<T>& chunk) { chunk.leave_virtual_node(l); });
}

template <typename T>
void FusedPass<T>::backward_feed_forward(std::int64_t l, const FusedBlockGradients<T>& gradients) {
  finish_norm(gradients);
  over_lanes(this->layers[l].feed_forward->mlp, gradients.mlp,
             [&](FusedChunk<T>& chunk, const FusedMlpGradients<T>& own, std::int64_t /*lane*/) {
               chunk.backward_feed_forward(l, own);
             });
}

template <typename T>
void FusedPass<T>::backward_layer(std::int64_t l, const FusedLayerGradients<T>& gradients, T* dx,
                                  T* d_edges) {
  finish_norm(gradients.layer);
  const std::int64_t lanes = lane_gradients_.lanes.count;
  std::fill_n(lane_eps_, lanes, T(0));
  over_lanes(this->layers[l].mlp, gradients.layer.mlp,
             [&](FusedChunk<T>& chunk, const FusedMlpGradients<T>& own, std::int64_t lane) {
               T* d_eps = gradients.eps == nullptr ? nullptr : lane_eps_ + lane;
               chunk.backward(l, own, d_eps, dx, d_edges);
             });
  if (gradients.eps == nullptr) return;
  for (std::int64_t lane = 0; lane < lanes; ++lane) *gradients.eps += lane_eps_[lane];
}

template <typename T>
void FusedPass<T>::backward(const T* d_out, const std::vector<FusedLayerGradients<T>>& gradients,
                            T* dx, T* d_edges) {
  const std::int64_t top = std::ssize(this->layers) - 1;
  if (this->layers.front().virtual_node) {
    std::fill_n(this->graph_scratch.d_state, this->batch.num_graphs * this->width, T(0));
  }
  over_chunks([&](FusedChunk<T>& chunk) {
    chunk.enter(top, d_out + chunk.first() * this->width, nullptr);
  });
  for (std::int64_t l = top; l >= 0; --l) {
    if (this->layers[l].virtual_node) backward_virtual_node(l, gradients[l].virtual_node);
    if (this->layers[l].feed_forward) backward_feed_forward(l, gradients[l].feed_forward);
    backward_layer(l, gradients[l], dx, d_edges);
  }
}

template struct FusedPass<float>;
template struct FusedPass<double>;

}  // namespace isotypic::nn
