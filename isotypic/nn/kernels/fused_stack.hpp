// fused_stack: the whole GIN or GINE stack as one autograd function on the CPU.
//
// Plain modules write every intermediate result to memory and read it back: gather, scatter, bias,
// ReLU, BatchNorm each pass over all nodes. Here chunks of whole graphs (48 to 96 rows) go through
// BatchNorm-apply, ReLU, dropout, aggregation, GEMM + bias + ReLU, GEMM and the statistics of the
// next BatchNorm while they are in cache; the backward pass likewise. Matrix products are
// libxsmm's.
//
// One thread, all reductions in the order of the chunks: results do not depend on the thread count.
// Run trainings side by side to use more cores.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "isotypic/nn/batch.hpp"
#include "isotypic/nn/kernels/workspace.hpp"

namespace isotypic::nn {

/// The tensors of one layer: mlp, eps and BatchNorm. The running statistics are updated in place.
struct FusedLayer {
  at::Tensor weight1, bias1, weight2, bias2;
  at::Tensor eps;  ///< [1]
  at::Tensor gamma, beta;
  at::Tensor running_mean, running_var;
};

struct FusedStackOptions {
  bool training = true;
  double dropout = 0.0;
  std::vector<std::uint64_t> dropout_keys;  ///< one per layer, if dropout > 0 in training
  double momentum = 0.1;                    ///< of the running statistics
  double norm_eps = 1e-5;
};

/// x [N, in] -> [N, hidden]. `edge_terms` [num_edges, in] makes it GINE, and then in = hidden;
/// undefined means GIN. All tensors are contiguous, on the CPU, and float or double alike.
[[nodiscard]] at::Tensor fused_stack(const at::Tensor& x, const at::Tensor& edge_terms,
                                     const Batch& batch, const std::vector<FusedLayer>& layers,
                                     const FusedStackOptions& options,
                                     const std::shared_ptr<WorkspacePool>& pool);

}  // namespace isotypic::nn
