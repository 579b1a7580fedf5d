#include "isotypic/nn/layers/mlp.hpp"

#include <ATen/ATen.h>

namespace isotypic::nn {

Mlp::Mlp(std::int64_t in, std::int64_t hidden, std::int64_t out)
    : first(register_module("0", torch::nn::Linear(in, hidden))),
      second(register_module("2", torch::nn::Linear(hidden, out))) {}

at::Tensor Mlp::forward(const at::Tensor& x) { return second(at::relu(first(x))); }

}  // namespace isotypic::nn
