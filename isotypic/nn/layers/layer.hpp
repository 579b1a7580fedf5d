// Layer: what the message-passing layers have in common.
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>

#include <cstdint>

namespace isotypic::nn {

/// Directed edges of a batch: edge k carries a message from source[k] to target[k]. An undirected
/// graph lists both directions.
struct Edges {
  at::Tensor source;  ///< int64 [E]
  at::Tensor target;  ///< int64 [E]
  std::int64_t num_nodes = 0;
};

/// One message-passing layer. The mathematics, the parameter names and the initial weights of
/// every layer are those of PyTorch Geometric.
///
/// A base class rather than LibTorch's holders: a stack of layers of one kind is chosen at run
/// time, and nothing needs to clone a layer.
class Layer : public torch::nn::Module {
 public:
  using torch::nn::Module::Module;

  /// x [N, in], edge_features [E, edge_width] or undefined -> [N, out].
  [[nodiscard]] virtual at::Tensor forward(const at::Tensor& x, const Edges& edges,
                                           const at::Tensor& edge_features) = 0;
};

/// Throws Error unless x is [edges.num_nodes, width] and edge_features, when edge_width is
/// positive, [E, edge_width].
void check_layer_input(const char* where, const at::Tensor& x, std::int64_t width,
                       const Edges& edges, const at::Tensor& edge_features,
                       std::int64_t edge_width);

}  // namespace isotypic::nn
