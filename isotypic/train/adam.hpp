// Adam and AdamW, over one flat buffer of weights.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "isotypic/train/optimiser.hpp"

namespace isotypic::train {

struct AdamOptions {
  double learning_rate = 1e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double eps = 1e-8;
  double weight_decay = 0.0;
  Optimiser optimiser = Optimiser::Adam;
};

/// Adam (Kingma & Ba 2015). Takes the parameters over: their values and gradients become views of
/// flat buffers, so that a step is one pass over memory. Move a model to its device and dtype
/// first.
class Adam {
 public:
  /// Throws Error unless all parameters have one dtype and device.
  Adam(const std::vector<at::Tensor>& parameters, const AdamOptions& options_);

  void zero_grad();
  /// Scales the gradients down to the norm `limit` if theirs is larger.
  void clip_gradients(double limit);
  void step();

  AdamOptions options;       ///< a scheduler changes learning_rate
  std::int64_t steps = 0;    ///< done so far
  at::Tensor weights;        ///< flat
  at::Tensor gradients;      ///< flat
  at::Tensor first_moment;   ///< flat
  at::Tensor second_moment;  ///< flat
};

}  // namespace isotypic::train
