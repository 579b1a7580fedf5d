#include "isotypic/nn/layers/feed_forward.hpp"

#include <ATen/ATen.h>

#include "isotypic/nn/kernels/shared_norm.hpp"

namespace isotypic::nn {

FeedForward::FeedForward(std::int64_t width)
    : mlp(register_module("mlp", std::make_shared<Mlp>(width, 2 * width, width))),
      norm(register_module("norm", torch::nn::BatchNorm1d(width))) {}

at::Tensor FeedForward::forward(const at::Tensor& x, const Batch& batch, double drop,
                                DropoutStream& stream) {
  at::Tensor y = mlp->forward(x);
  if (is_training()) y = dropout(y, drop, stream, first_node(batch));
  return batch_norm(norm, x + y, batch.share);
}

}  // namespace isotypic::nn
