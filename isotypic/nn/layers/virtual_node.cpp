#include "isotypic/nn/layers/virtual_node.hpp"

#include <ATen/ATen.h>

#include "isotypic/nn/kernels/scatter.hpp"
#include "isotypic/nn/kernels/shared_norm.hpp"

namespace isotypic::nn {

VirtualNode::VirtualNode(std::int64_t width)
    : mlp(register_module("mlp", std::make_shared<Mlp>(width, 2 * width, width))),
      norm(register_module("norm", torch::nn::BatchNorm1d(width))) {}

at::Tensor VirtualNode::forward(const at::Tensor& v, const at::Tensor& x, const Batch& batch,
                                double drop, DropoutStream& stream) {
  const at::Tensor sum = scatter_sum(x, batch.graph_of_node, batch.num_graphs);
  at::Tensor update = mlp->forward(v + sum);
  // BatchNorm cannot learn from the single row of a batch of one graph.
  const bool alone = is_training() && all_graphs(batch) == 1;
  if (!alone) update = batch_norm(norm, update, batch.share);
  update = at::relu(update);
  if (is_training()) update = dropout(update, drop, stream, first_graph(batch));
  return v + update;
}

}  // namespace isotypic::nn
