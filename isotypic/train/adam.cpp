#include "isotypic/train/adam.hpp"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>

#include <algorithm>
#include <cmath>

#include "isotypic/base/error.hpp"
#include "isotypic/base/team.hpp"
#include "isotypic/nn/vector_loops.hpp"

namespace isotypic::train {

Adam::Adam(const std::vector<at::Tensor>& parameters, const AdamOptions& options_)
    : options(options_) {
  if (parameters.empty()) fail("Adam", "there are no parameters");
  constexpr std::int64_t alignment = 16;  // elements; 64 bytes of floats
  std::int64_t size = 0;
  for (const at::Tensor& parameter : parameters) {
    if (parameter.scalar_type() != parameters[0].scalar_type() ||
        parameter.device() != parameters[0].device()) {
      fail("Adam", "parameters differ in dtype or device");
    }
    size += (parameter.numel() + alignment - 1) / alignment * alignment;
  }
  const at::NoGradGuard no_grad;
  const auto buffer = parameters[0].detach().options();
  weights = at::zeros({size}, buffer);
  gradients = at::zeros({size}, buffer);
  first_moment = at::zeros({size}, buffer);
  second_moment = at::zeros({size}, buffer);
  std::int64_t offset = 0;
  for (at::Tensor parameter : parameters) {
    const auto view = [&](const at::Tensor& flat) {
      return flat.narrow(0, offset, parameter.numel()).view(parameter.sizes());
    };
    at::Tensor own = view(weights);
    own.copy_(parameter);
    parameter.set_data(own);
    parameter.mutable_grad() = view(gradients);
    offset += (parameter.numel() + alignment - 1) / alignment * alignment;
  }
}

void Adam::zero_grad() { gradients.zero_(); }

void Adam::clip_gradients(double limit) {
  const auto norm = at::linalg_vector_norm(gradients).item<double>();
  if (norm > limit) gradients.mul_(limit / norm);
}

void Adam::step() {
  const at::NoGradGuard no_grad;
  ++steps;
  const bool coupled = options.optimiser == Optimiser::Adam;
  const double keep = coupled ? 1.0 : 1.0 - options.learning_rate * options.weight_decay;
  const double first = 1.0 - std::pow(options.beta1, static_cast<double>(steps));
  const double second = 1.0 - std::pow(options.beta2, static_cast<double>(steps));
  if (weights.is_cpu()) {
    AT_DISPATCH_FLOATING_TYPES(weights.scalar_type(), "Adam", [&] {
      const nn::AdamStep update{options.learning_rate,
                                options.beta1,
                                options.beta2,
                                options.eps,
                                coupled ? options.weight_decay : 0.0,
                                keep,
                                1.0 / first,
                                1.0 / std::sqrt(second)};
      constexpr std::int64_t slice = 8192;
      const std::int64_t size = weights.numel();
      share_loop((size + slice - 1) / slice, [&](std::int64_t i) {
        const std::int64_t begin = i * slice;
        nn::adam_update(
            weights.data_ptr<scalar_t>() + begin, gradients.data_ptr<scalar_t>() + begin,
            first_moment.data_ptr<scalar_t>() + begin, second_moment.data_ptr<scalar_t>() + begin,
            update, std::min(slice, size - begin));
      });
    });
    return;
  }
  const at::Tensor g = coupled ? gradients + options.weight_decay * weights : gradients;
  first_moment.mul_(options.beta1).add_(g, 1.0 - options.beta1);
  second_moment.mul_(options.beta2).addcmul_(g, g, 1.0 - options.beta2);
  weights.mul_(keep).addcdiv_(first_moment,
                              (second_moment.sqrt() / std::sqrt(second)).add_(options.eps),
                              -options.learning_rate / first);
}

}  // namespace isotypic::train
