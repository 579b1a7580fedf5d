#include "isotypic/nn/initialise.hpp"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <c10/core/GradMode.h>

#include <cmath>

namespace isotypic::nn {
namespace {

std::recursive_mutex initialisation_mutex;

}  // namespace

InitialisationScope::InitialisationScope(std::uint64_t seed)
    : lock_(initialisation_mutex), generator_(at::detail::getDefaultCPUGenerator()) {
  const std::lock_guard<std::mutex> guard(generator_.mutex());
  saved_ = generator_.get_state();
  generator_.set_current_seed(seed);
}

InitialisationScope::~InitialisationScope() {
  const std::lock_guard<std::mutex> guard(generator_.mutex());
  generator_.set_state(saved_);
}

void glorot_(const at::Tensor& weight) {
  const c10::NoGradGuard no_grad;
  const double bound = std::sqrt(6.0 / static_cast<double>(weight.size(-2) + weight.size(-1)));
  weight.uniform_(-bound, bound);
}

torch::nn::Linear glorot_linear(std::int64_t in, std::int64_t out, bool bias) {
  torch::nn::Linear linear(torch::nn::LinearOptions(in, out).bias(bias));
  glorot_(linear->weight);
  return linear;
}

torch::nn::Linear linear_without_bias(std::int64_t in, std::int64_t out) {
  return torch::nn::Linear(torch::nn::LinearOptions(in, out).bias(false));
}

}  // namespace isotypic::nn
