// edge_statistics: mean, least, largest and standard deviation of messages, differentiable.
#pragma once

#include <ATen/core/Tensor.h>

#include "isotypic/nn/layers/layer.hpp"

namespace isotypic::nn {

/// The message of edge s -> t is left_t + right_s + terms.
struct SumMessages {
  at::Tensor left;   ///< [N, width]
  at::Tensor right;  ///< [N, width]
  at::Tensor terms;  ///< [E, width] or undefined
};

/// [N, 4 width]: mean, min, max and deviation of the messages into each node, by the rules of
/// scatter.hpp. Float and double on the CPU go through the loops of message_loops.hpp.
[[nodiscard]] at::Tensor message_statistics(const SumMessages& messages, const Edges& edges);

/// The same by ATen operations that make a row for every edge; any dtype and device.
[[nodiscard]] at::Tensor message_statistics_plain(const SumMessages& messages, const Edges& edges);

}  // namespace isotypic::nn
