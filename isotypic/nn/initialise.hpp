// initialise: reproducible initial weights, also when models are made on several threads.
#pragma once

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>
#include <torch/nn/modules/linear.h>

#include <cstdint>
#include <mutex>

namespace isotypic::nn {

/// While it lives, LibTorch's global generator belongs to this thread and starts from `seed`;
/// afterwards it is as before. Modules draw their weights from that generator, so two threads
/// that construct models would otherwise mix their draws.
class InitialisationScope {
 public:
  explicit InitialisationScope(std::uint64_t seed);
  ~InitialisationScope();
  InitialisationScope(const InitialisationScope&) = delete;
  InitialisationScope& operator=(const InitialisationScope&) = delete;

 private:
  std::unique_lock<std::recursive_mutex> lock_;
  at::Generator generator_;
  at::Tensor saved_;
};

/// Glorot's uniform distribution over the last two dimensions, as PyG counts them.
void glorot_(const at::Tensor& weight);

/// A linear map whose weight starts from Glorot's distribution; the bias is drawn as
/// torch::nn::Linear does.
[[nodiscard]] torch::nn::Linear glorot_linear(std::int64_t in, std::int64_t out, bool bias = true);

/// A linear map without bias.
[[nodiscard]] torch::nn::Linear linear_without_bias(std::int64_t in, std::int64_t out);

}  // namespace isotypic::nn
