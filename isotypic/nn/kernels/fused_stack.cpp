#include "isotypic/nn/kernels/fused_stack.hpp"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <torch/csrc/autograd/custom_function.h>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/kernels/fused_pass.hpp"

namespace isotypic::nn {
namespace {

constexpr std::size_t tensors_per_layer = 7;  // those that may have gradients

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
  own.row_offsets = batch.row_offsets.data_ptr<std::int64_t>();
  own.neighbours = batch.neighbours.data_ptr<std::int32_t>();
  own.edge_ids = batch.edge_ids.data_ptr<std::int32_t>();
  own.chunks = make_chunks(batch.node_offsets.data_ptr<std::int64_t>(), batch.num_graphs);
  for (const Chunk& chunk : own.chunks) own.max_rows = std::max(own.max_rows, chunk.rows);
  return own;
}

template <typename T>
FusedLayerState<T> layer_state(const FusedLayer& layer, const FusedStackOptions& options,
                               std::size_t number) {
  FusedLayerState<T> state{};
  state.in = layer.weight1.size(1);
  state.weight1 = layer.weight1.data_ptr<T>();
  state.bias1 = layer.bias1.data_ptr<T>();
  state.weight2 = layer.weight2.data_ptr<T>();
  state.bias2 = layer.bias2.data_ptr<T>();
  state.gamma = layer.gamma.data_ptr<T>();
  state.beta = layer.beta.data_ptr<T>();
  state.running_mean = layer.running_mean.data_ptr<T>();
  state.running_var = layer.running_var.data_ptr<T>();
  state.own = T(1) + *layer.eps.data_ptr<T>();
  if (options.training && options.dropout > 0.0) {
    state.dropout = {DropoutMask(options.dropout_keys[number], options.dropout),
                     1.0 / (1.0 - options.dropout), true};
  }
  return state;
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
    at::Tensor out = at::empty({batch.num_nodes, layers.front().weight1.size(0)}, x.options());
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "fused_stack", [&] {
      OpenPass<scalar_t>& open = holder->open<scalar_t>();
      FusedPass<scalar_t>& pass = open.pass;
      pass.batch = fused_batch(batch);
      pass.width = out.size(1);
      pass.training = options.training;
      pass.momentum = options.momentum;
      pass.norm_eps = options.norm_eps;
      for (std::size_t l = 0; l < layers.size(); ++l) {
        pass.layers.push_back(layer_state<scalar_t>(layers[l], options, l));
      }
      pass.x = x.data_ptr<scalar_t>();
      pass.edges = edge_terms ? edge_terms->data_ptr<scalar_t>() : nullptr;
      pass.allocate(*holder->workspace);
      pass.forward(out.data_ptr<scalar_t>());
      open.keep = {x, batch.row_offsets, batch.neighbours, batch.edge_ids};
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
      std::vector<FusedLayerGradients<scalar_t>> gradients;
      for (std::size_t k = 0; k < weights.size(); k += tensors_per_layer) {
        const auto data = [&](std::size_t i) { return d_weights[k + i].data_ptr<scalar_t>(); };
        gradients.push_back({data(0), data(1), data(2), data(3), data(5), data(6),
                             weights[k + 4].requires_grad() ? data(4) : nullptr});
      }
      open.pass.backward(d_out.data_ptr<scalar_t>(), gradients,
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
  const std::int64_t in = layers.front().weight1.size(1);
  if (!x.is_cpu() || (x.scalar_type() != at::kFloat && x.scalar_type() != at::kDouble)) {
    fail(where, "needs float or double on the CPU");
  }
  if (x.dim() != 2 || x.size(0) != batch.num_nodes || x.size(1) != in) {
    fail(where, "expected node features of shape [", batch.num_nodes, ", ", in, "], got ",
         x.sizes());
  }
  if (layers.front().weight1.scalar_type() != x.scalar_type()) {
    fail(where, "features are ", x.scalar_type(), ", weights ",
         layers.front().weight1.scalar_type());
  }
  if (edge_terms.defined() && (edge_terms.dim() != 2 || edge_terms.size(0) != batch.num_edges ||
                               edge_terms.size(1) != in || in != layers.front().weight1.size(0))) {
    fail(where, "expected edge terms of shape [", batch.num_edges, ", ", in, "], got ",
         edge_terms.sizes());
  }
}

}  // namespace

at::Tensor fused_stack(const at::Tensor& x, const at::Tensor& edge_terms, const Batch& batch,
                       const std::vector<FusedLayer>& layers, const FusedStackOptions& options,
                       const std::shared_ptr<WorkspacePool>& pool) {
  check_input(x, edge_terms, batch, layers);
  std::vector<at::Tensor> weights;
  weights.reserve(tensors_per_layer * layers.size());
  for (const FusedLayer& layer : layers) {
    weights.insert(weights.end(), {layer.weight1, layer.bias1, layer.weight2, layer.bias2,
                                   layer.eps, layer.gamma, layer.beta});
  }
  // LibTorch looks for tensors in a TensorList, but not in a std::vector.
  const auto edges =
      edge_terms.defined() ? c10::make_optional(edge_terms.contiguous()) : c10::nullopt;
  return FusedStackFunction::apply(x.contiguous(), edges, at::TensorList(weights), batch, layers,
                                   options, pool);
}

}  // namespace isotypic::nn
