#include "isotypic/nn/kernels/fused/fused_stack.hpp"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <torch/csrc/autograd/custom_function.h>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/kernels/fused/fused_pass.hpp"

namespace isotypic::nn {
namespace {

/// A pass that waits for its backward, with everything its pointers point to.
template <typename T>
struct OpenPass {
  FusedPass<T> pass;
  std::vector<at::Tensor> keep;
};

/// What the autograd graph holds; gives the workspace back when the graph is released.
struct PassHolder : torch::CustomClassHolder {
  std::shared_ptr<WorkspacePool> pool;
  std::unique_ptr<Workspace> workspace;
  OpenPass<float> as_float;
  OpenPass<double> as_double;

  template <typename T>
  OpenPass<T>& open() {
    if constexpr (std::is_same_v<T, float>) {
      return as_float;
    } else {
      return as_double;
    }
  }

  ~PassHolder() override { pool->give_back(std::move(workspace)); }
};

FusedBatch fused_batch(const Batch& batch) {
  FusedBatch own;
  own.num_nodes = batch.num_nodes;
  own.num_edges = batch.num_edges;
  own.num_graphs = batch.num_graphs;
  own.node_offsets = batch.node_offsets.data_ptr<std::int64_t>();
  own.row_offsets = batch.row_offsets.data_ptr<std::int64_t>();
  own.neighbours = batch.neighbours.data_ptr<std::int32_t>();
  own.edge_ids = batch.edge_ids.data_ptr<std::int32_t>();
  own.chunks = make_chunks(batch.node_offsets.data_ptr<std::int64_t>(), batch.num_graphs);
  for (const Chunk& chunk : own.chunks) own.max_rows = std::max(own.max_rows, chunk.rows);
  return own;
}

/// Fills the parts that a layer and the blocks behind it have in common.
template <typename T>
class StateMaker {
 public:
  StateMaker(const FusedStackOptions& options, const Batch& batch)
      : options_(options), batch_(batch) {}

  FusedLayerState<T> layer(const FusedLayer& layer) {
    FusedLayerState<T> state{};
    set_block(state, layer.block, first_node(batch_));
    state.own = T(1) + *layer.eps.data_ptr<T>();
    state.residual = layer.residual;
    if (layer.feed_forward) {
      set_block(state.feed_forward.emplace(), *layer.feed_forward, first_node(batch_));
    }
    if (layer.virtual_node) {
      set_block(state.virtual_node.emplace(), *layer.virtual_node, first_graph(batch_));
    }
    return state;
  }

 private:
  void set_block(FusedBlock<T>& block, const BlockTensors& from, std::int64_t first_row) {
    FusedMlp<T>& mlp = block.mlp;
    mlp.in = from.weight1.size(1);
    mlp.middle = from.weight1.size(0);
    mlp.out = from.weight2.size(0);
    mlp.weight1 = from.weight1.data_ptr<T>();
    mlp.bias1 = from.bias1.data_ptr<T>();
    mlp.weight2 = from.weight2.data_ptr<T>();
    mlp.bias2 = from.bias2.data_ptr<T>();
    block.norm.gamma = from.gamma.data_ptr<T>();
    block.norm.beta = from.beta.data_ptr<T>();
    block.norm.running_mean = from.running_mean.data_ptr<T>();
    block.norm.running_var = from.running_var.data_ptr<T>();
    if (options_.norm.training && options_.dropout > 0.0) {
      block.dropout = {DropoutMask(options_.dropout_keys.at(next_key_++), options_.dropout),
                       1.0 / (1.0 - options_.dropout), true, first_row};
    }
  }

  const FusedStackOptions& options_;
  const Batch& batch_;
  std::size_t next_key_ = 0;
};

/// The tensors that may have gradients, in the order in which gradients_of() takes theirs.
std::vector<at::Tensor> weights_of(const std::vector<FusedLayer>& layers) {
  std::vector<at::Tensor> weights;
  const auto add = [&](const BlockTensors& block) {
    weights.insert(weights.end(), {block.weight1, block.bias1, block.weight2, block.bias2,
                                   block.gamma, block.beta});
  };
  for (const FusedLayer& layer : layers) {
    add(layer.block);
    weights.push_back(layer.eps);
    if (layer.feed_forward) add(*layer.feed_forward);
    if (layer.virtual_node) add(*layer.virtual_node);
  }
  return weights;
}

template <typename T>
std::vector<FusedLayerGradients<T>> gradients_of(const std::vector<FusedLayerState<T>>& layers,
                                                 const std::vector<at::Tensor>& weights,
                                                 const std::vector<at::Tensor>& d_weights) {
  std::size_t next = 0;
  const auto data = [&] { return d_weights[next++].data_ptr<T>(); };
  const auto block = [&] {  // braces: from left to right
    return FusedBlockGradients<T>{{data(), data(), data(), data()}, data(), data()};
  };
  std::vector<FusedLayerGradients<T>> gradients;
  for (const FusedLayerState<T>& layer : layers) {
    FusedLayerGradients<T>& own = gradients.emplace_back();
    own.layer = block();
    const bool wants_eps = weights[next].requires_grad();
    T* eps = data();
    own.eps = wants_eps ? eps : nullptr;
    if (layer.feed_forward) own.feed_forward = block();
    if (layer.virtual_node) own.virtual_node = block();
  }
  return gradients;
}

/// Pieces of one flat buffer with the shapes of `like`.
std::vector<at::Tensor> flat_like(const std::vector<at::Tensor>& like) {
  std::int64_t size = 0;
  for (const at::Tensor& tensor : like) size += tensor.numel();
  const at::Tensor flat = at::zeros({size}, like.front().options());
  std::vector<at::Tensor> pieces;
  std::int64_t offset = 0;
  for (const at::Tensor& tensor : like) {
    pieces.push_back(flat.narrow(0, offset, tensor.numel()).view(tensor.sizes()));
    offset += tensor.numel();
  }
  return pieces;
}

class FusedStackFunction : public torch::autograd::Function<FusedStackFunction> {
 public:
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x,
                            const c10::optional<at::Tensor>& edge_terms,
                            const at::TensorList& weights, const Batch& batch,
                            const std::vector<FusedLayer>& layers, const FusedStackOptions& options,
                            const std::shared_ptr<WorkspacePool>& pool) {
    auto holder = c10::make_intrusive<PassHolder>();
    holder->pool = pool;
    holder->workspace = pool->borrow();
    at::Tensor out =
        at::empty({batch.num_nodes, layers.front().block.weight1.size(0)}, x.options());
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "fused_stack", [&] {
      OpenPass<scalar_t>& open = holder->open<scalar_t>();
      FusedPass<scalar_t>& pass = open.pass;
      pass.batch = fused_batch(batch);
      pass.pool = pool;
      pass.width = out.size(1);
      pass.norm = options.norm;
      pass.norm.share = batch.share;
      pass.centred = options.centred;
      pass.keeps = options.keeps;
      StateMaker<scalar_t> make(options, batch);
      for (const FusedLayer& layer : layers) pass.layers.push_back(make.layer(layer));
      pass.x = x.data_ptr<scalar_t>();
      pass.edges = edge_terms ? edge_terms->data_ptr<scalar_t>() : nullptr;
      pass.allocate(*holder->workspace);
      pass.forward(out.data_ptr<scalar_t>());
      open.keep = {x, batch.node_offsets, batch.row_offsets, batch.neighbours, batch.edge_ids};
      if (edge_terms) open.keep.push_back(*edge_terms);
    });
    // The weights are saved the official way: changing one before backward() is an error.
    context->save_for_backward(weights.vec());
    context->saved_data["pass"] = c10::IValue::make_capsule(holder);
    context->saved_data["x_grad"] = x.requires_grad();
    return out;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& grads) {
    const auto weights = context->get_saved_variables();
    const auto holder = context->saved_data["pass"].toCapsule();
    const std::vector<at::Tensor> d_weights = flat_like(weights);
    const at::Tensor d_out = grads[0].contiguous();
    at::Tensor dx;
    at::Tensor d_edges;
    AT_DISPATCH_FLOATING_TYPES(d_out.scalar_type(), "fused_stack_backward", [&] {
      OpenPass<scalar_t>& open = static_cast<PassHolder*>(holder.get())->open<scalar_t>();
      if (context->saved_data["x_grad"].toBool()) dx = at::empty_like(open.keep[0]);
      if (open.pass.edges != nullptr) d_edges = at::zeros_like(open.keep.back());
      open.pass.backward(d_out.data_ptr<scalar_t>(),
                         gradients_of(open.pass.layers, weights, d_weights),
                         dx.defined() ? dx.data_ptr<scalar_t>() : nullptr,
                         d_edges.defined() ? d_edges.data_ptr<scalar_t>() : nullptr);
    });
    // One gradient per input: x, edges, the weights, then the four that are not tensors.
    torch::autograd::variable_list result = {dx, d_edges};
    for (std::size_t k = 0; k < weights.size(); ++k) {
      result.push_back(weights[k].requires_grad() ? d_weights[k] : at::Tensor());
    }
    result.resize(result.size() + 4);
    return result;
  }
};

void check_input(const at::Tensor& x, const at::Tensor& edge_terms, const Batch& batch,
                 const std::vector<FusedLayer>& layers) {
  constexpr const char* where = "fused_stack";
  if (layers.empty()) fail(where, "there are no layers");
  const std::int64_t in = layers.front().block.weight1.size(1);
  if (!x.is_cpu() || (x.scalar_type() != at::kFloat && x.scalar_type() != at::kDouble)) {
    fail(where, "needs float or double on the CPU");
  }
  if (x.dim() != 2 || x.size(0) != batch.num_nodes || x.size(1) != in) {
    fail(where, "expected node features of shape [", batch.num_nodes, ", ", in, "], got ",
         x.sizes());
  }
  if (layers.front().block.weight1.scalar_type() != x.scalar_type()) {
    fail(where, "features are ", x.scalar_type(), ", weights ",
         layers.front().block.weight1.scalar_type());
  }
  if (edge_terms.defined() &&
      (edge_terms.dim() != 2 || edge_terms.size(0) != batch.num_edges || edge_terms.size(1) != in ||
       in != layers.front().block.weight1.size(0))) {
    fail(where, "expected edge terms of shape [", batch.num_edges, ", ", in, "], got ",
         edge_terms.sizes());
  }
}

}  // namespace

at::Tensor fused_stack(const at::Tensor& x, const at::Tensor& edge_terms, const Batch& batch,
                       const std::vector<FusedLayer>& layers, const FusedStackOptions& options,
                       const std::shared_ptr<WorkspacePool>& pool) {
  check_input(x, edge_terms, batch, layers);
  const std::vector<at::Tensor> weights = weights_of(layers);
  // LibTorch looks for tensors in a TensorList, but not in a std::vector.
  const auto edges =
      edge_terms.defined() ? c10::make_optional(edge_terms.contiguous()) : c10::nullopt;
  return FusedStackFunction::apply(x.contiguous(), edges, at::TensorList(weights), batch, layers,
                                   options, pool);
}

}  // namespace isotypic::nn
